// Shows the first-paint snapshot until the app renders over it, so that users see their links before the scripts run.
// src/app/first-paint-snapshot.ts stores it for one user, path, window width and build.
try {
  const { uid } = JSON.parse(localStorage.getItem('foldmark.member')) ?? {};
  const screen = JSON.parse(localStorage.getItem('foldmark.first-screen')) ?? {};
  // The snapshot shows the top of a list. This entry was left further down.
  const positions = JSON.parse(sessionStorage.getItem('foldmark.scroll')) ?? {};
  const files = document.querySelector('meta[name="load-ahead"]')?.content;
  if (
    uid !== undefined &&
    files !== undefined &&
    screen.uid === uid &&
    screen.files === files &&
    screen.path === location.pathname &&
    screen.width === innerWidth &&
    positions[history.state?.key] === undefined
  ) {
    for (const file of files.split(' ').filter((name) => name.endsWith('.css'))) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.crossOrigin = '';
      link.setAttribute('blocking', 'render');
      link.href = file;
      document.head.append(link);
    }
    const expected = document.createElement('link');
    expected.rel = 'expect';
    expected.href = '#root';
    expected.setAttribute('blocking', 'render');
    document.head.append(expected);
    // Insert it as soon as #root is parsed. At the end of the page the app's scripts run and block painting.
    new MutationObserver((_, observer) => {
      const root = document.querySelector('#root');
      if (root === null) return;
      observer.disconnect();
      if (screen.app !== document.querySelector('script[type="module"]').src) return;
      const snapshot = document.createElement('div');
      snapshot.inert = true;
      snapshot.ariaHidden = 'true';
      snapshot.style.display = 'contents';
      snapshot.innerHTML = screen.html;
      // The Content-Security-Policy blocks inline styles in HTML text, so they are set one by one.
      for (const element of snapshot.querySelectorAll('[data-style]')) {
        element.style.cssText = element.dataset.style;
      }
      root.append(snapshot);
    }).observe(document, { childList: true, subtree: true });
  }
} catch {
  // Storage is blocked or invalid: the app renders without a snapshot.
}
