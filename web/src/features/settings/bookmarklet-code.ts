/**
 * A bookmark that saves the page it is clicked on: it opens our form in a small window, with the page's address and title.
 * The window knows nothing of the page, and the page nothing of the window.
 */
export function bookmarkletCode(origin: string): string {
  const form = JSON.stringify(`${origin}/links/create`);
  const query = "'?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)";
  return `javascript:void window.open(${form}+${query},'_blank','popup,noopener,width=560,height=640')`;
}
