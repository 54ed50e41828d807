const KEY = 'foldmark.theme';

export type Theme = 'system' | 'light' | 'dark';

/** What is chosen on this device. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Shows it at once, and at the next visit before the first paint: see public/theme.js. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  colourWindow(theme);
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** The bar of the window or of the phone takes the header's colour. index.html has one for each theme. */
function colourWindow(chosen: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const theme = meta.dataset['theme'];
    if (chosen === 'system') meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = theme === chosen ? 'all' : 'not all';
  }
}
