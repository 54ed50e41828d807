// Shows what was to be seen here when the page was left, until the app runs and renders over it: nobody waits for scripts to
// look at their links. src/app/first-paint-snapshot.ts keeps it, for this person, place, width and build.
try {
  const { uid } = JSON.parse(localStorage.getItem('foldmark.member')) ?? {};
  const screen = JSON.parse(localStorage.getItem('foldmark.first-screen')) ?? {};
  const files = document.querySelector('meta[name="load-ahead"]')?.content;
  if (
    uid !== undefined &&
    files !== undefined &&
    screen.uid === uid &&
    screen.files === files &&
    screen.path === location.pathname &&
    screen.width === innerWidth
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
    // As soon as its place is there: at the end of the page the app's scripts run, and nothing is drawn until they have.
    new MutationObserver((_, observer) => {
      const root = document.querySelector('#root');
      if (root === null) return;
      observer.disconnect();
      if (screen.app !== document.querySelector('script[type="module"]').src) return;
      const picture = document.createElement('div');
      picture.inert = true;
      picture.ariaHidden = 'true';
      picture.style.display = 'contents';
      picture.innerHTML = screen.html;
      // The page's policy takes no styles out of text.
      for (const element of picture.querySelectorAll('[data-style]')) {
        element.style.cssText = element.dataset.style;
      }
      root.append(picture);
    }).observe(document, { childList: true, subtree: true });
  }
} catch {
  // Storage is blocked, or holds something else: the app comes a moment later.
}
