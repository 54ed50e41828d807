import { useClientState } from '#web/state/client-state.ts';

/** Returns a function that copies the url of a link, and shows a toast. */
export function useCopyLink(): (url: string) => void {
  const { toasts } = useClientState();
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      toasts.show({ title: 'Link copied.' });
    } catch {
      toasts.show({ title: 'Your browser blocked copying.', tone: 'error' });
    }
  };
  return (url) => {
    void copy(url);
  };
}
