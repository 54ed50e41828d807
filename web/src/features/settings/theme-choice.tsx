import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';

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
        <label key={theme} className={styles.theme}>
          <input
            type="radio"
            name="theme"
            checked={theme === chosen}
            onChange={() => {
              chooseTheme(theme);
              setChosen(theme);
            }}
          />
          <Icon aria-hidden="true" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
