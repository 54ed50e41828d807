const KEY = 'foldmark.theme';

export type Theme = 'system' | 'light' | 'dark';

/** The theme that the user has chosen on this device. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Applies and saves a theme. At the next visit, public/theme.js applies it before the first paint. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  colourWindow(theme);
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked: the theme is lost when the page closes.
  }
}

/** Sets the colour of the browser's title bar. index.html has a theme-color element for each theme. */
function colourWindow(chosen: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const theme = meta.dataset['theme'];
    if (chosen === 'system') meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = theme === chosen ? 'all' : 'not all';
  }
}
