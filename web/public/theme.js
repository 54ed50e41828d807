// Sets the theme that src/ui/theme.ts stored, before the first paint. Without one, the system's theme applies.
try {
  const theme = localStorage.getItem('foldmark.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
    }
  }
} catch {
  // Storage is blocked: the system's theme applies.
}
