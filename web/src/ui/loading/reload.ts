/** Reloads to the newest version, because a file can fail to load after a newer version has replaced it. */
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
