/** A file may fail to load because a newer version has replaced it, so this reloads to the newest version. */
export async function reload(): Promise<void> {
  try {
    const { reloadToNewest } = await import('./reload-to-newest.ts');
    await reloadToNewest(navigator.serviceWorker, () => {
      location.reload();
    });
  } catch {
    location.reload();
  }
}
