// Fetches the library's own files beside the app's first ones, for who was here last and has not left: the app itself
// asks for them only when it runs. src/data/remembered.ts writes who; build/load-ahead.ts writes which files.
try {
  const files = document.querySelector('meta[name="load-ahead"]')?.content.split(' ') ?? [];
  for (const file of localStorage.getItem('foldmark.member') === null ? [] : files) {
    const link = document.createElement('link');
    if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
    else link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
} catch {
  // Storage is blocked: the files come when they are asked for.
}
