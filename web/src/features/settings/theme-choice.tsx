import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';

import { RadioCard } from '#web/ui/fields/radio-card.tsx';
import { chooseTheme, chosenTheme } from '#web/ui/style/theme.ts';

import styles from './settings.module.css';

const THEMES = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeChoice({ labelledBy }: { readonly labelledBy: string }) {
  const [chosen, setChosen] = useState(chosenTheme);
  return (
    <fieldset className={styles.themes} aria-labelledby={labelledBy}>
      {THEMES.map(({ theme, label, icon: Icon }) => (
        <RadioCard
          key={theme}
          className={styles.theme}
          name="theme"
          checked={theme === chosen}
          onChoose={() => {
            chooseTheme(theme);
            setChosen(theme);
          }}
        >
          <Icon aria-hidden="true" />
          {label}
        </RadioCard>
      ))}
    </fieldset>
  );
}
