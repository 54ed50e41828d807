/**
 * A bookmarklet that opens our form in a small window, filled with the url and title of the current page. They are in the
 * fragment, which no browser sends to a server, so they get into no log. `noopener` keeps the window and the page from accessing
 * each other.
 */
export function bookmarkletCode(origin: string): string {
  const form = JSON.stringify(`${origin}/links/create`);
  const query = "'#url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title)";
  return `javascript:void window.open(${form}+${query},'_blank','popup,noopener,width=560,height=640')`;
}
