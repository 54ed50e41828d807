// Sets the chosen theme before the first paint; src/ui/theme.ts writes the choice. Without one, the system's counts.
try {
  const theme = localStorage.getItem('foldmark.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
    }
  }
} catch {
  // Storage is blocked: the system's theme it is.
}
