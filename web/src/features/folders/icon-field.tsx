import { FOLDER_COLORS, type FolderColor, isFolderColor } from '@foldmark/library/entities/folder-icon';
import { useState } from 'react';

import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { RadioCard } from '#web/ui/fields/radio-card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { FieldProps } from '#web/ui/fields/use-form.ts';

import type { IconKind } from './folder-problems.ts';
import styles from './icon-field.module.css';

const SUGGESTIONS = [
  ['📚', 'Books'],
  ['💼', 'Briefcase'],
  ['🏠', 'House'],
  ['✈️', 'Airplane'],
  ['🍳', 'Cooking'],
  ['🎵', 'Music'],
  ['💡', 'Light bulb'],
  ['🛒', 'Shopping cart'],
  ['🛠️', 'Tools'],
  ['❤️', 'Heart'],
] as const;

interface IconChoice {
  readonly kind: IconKind;
  readonly color: FolderColor;
  readonly setKind: (kind: IconKind) => void;
  readonly setColor: (color: FolderColor) => void;
  /** The icon to store. The emoji is a text of the form. */
  readonly iconOf: (emoji: string) => string;
}

export function useIconChoice(icon: string): IconChoice {
  const [kind, setKind] = useState<IconKind>(() => kindOf(icon));
  const [color, setColor] = useState<FolderColor>(isFolderColor(icon) ? icon : 'blue');
  return {
    kind,
    color,
    setKind,
    setColor,
    iconOf: (emoji) => (kind === 'plain' ? '' : kind === 'emoji' ? emoji.trim() : color),
  };
}

/** The emoji that the field begins with. */
export function emojiOf(icon: string): string {
  return kindOf(icon) === 'emoji' ? icon : '';
}

function kindOf(icon: string): IconKind {
  return icon === '' ? 'plain' : isFolderColor(icon) ? 'color' : 'emoji';
}

interface IconFieldProps {
  readonly choice: IconChoice;
  /** What the choice without emoji and color is called. */
  readonly plain: 'Image' | 'None';
  readonly emoji: FieldProps;
}

/** Chooses what a folder shows beside its name. */
export function IconField({ choice, plain, emoji }: IconFieldProps) {
  const kinds = { plain, emoji: 'Emoji', color: 'Color' } as const satisfies Record<IconKind, string>;
  return (
    <div className={styles.field}>
      <fieldset className={styles.kinds}>
        <legend>Icon</legend>
        {(['plain', 'emoji', 'color'] as const).map((kind) => (
          <RadioCard
            key={kind}
            className={styles.kind}
            name="icon"
            checked={kind === choice.kind}
            onChoose={() => {
              choice.setKind(kind);
            }}
          >
            {kinds[kind]}
          </RadioCard>
        ))}
      </fieldset>
      {choice.kind === 'emoji' ? <EmojiField {...emoji} /> : null}
      {choice.kind === 'color' ? <Colors choice={choice} /> : null}
    </div>
  );
}

function EmojiField(field: FieldProps) {
  return (
    <>
      <TextField label="One emoji" {...field} autoComplete="off" />
      <div role="group" aria-label="Suggestions" className={styles.suggestions}>
        {SUGGESTIONS.map(([emoji, label]) => (
          <button
            key={emoji}
            type="button"
            className={styles.suggestion}
            aria-label={label}
            aria-pressed={field.value.trim() === emoji}
            onClick={() => {
              field.onChange(emoji);
            }}
          >
            {emoji}
          </button>
        ))}
      </div>
    </>
  );
}

function Colors({ choice }: Pick<IconFieldProps, 'choice'>) {
  return (
    <fieldset className={styles.colors}>
      <legend className="visually-hidden">Color</legend>
      {FOLDER_COLORS.map((color) => (
        <RadioCard
          key={color}
          className={styles.color}
          name="color"
          checked={color === choice.color}
          onChoose={() => {
            choice.setColor(color);
          }}
        >
          <FolderIcon folder={{ icon: color, image_s3_key: '' }} />
          {color}
        </RadioCard>
      ))}
    </fieldset>
  );
}
