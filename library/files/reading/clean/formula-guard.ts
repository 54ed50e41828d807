/**
 * Spreadsheets run a cell that begins with one of these signs as a formula. Where semicolons or tabs separate cells, one also
 * begins behind these, and quotes of our CSV don't hold it together. So an apostrophe goes before each such place, also before
 * apostrophes that are there already, and `unguarded` takes exactly these off.
 */
const FORMULA = /(^|[;\t\r\n])(?=[ '"]*[=+\-@＝＋－＠])/g;
const GUARDED = /(^|[;\t\r\n])'(?=[ '"]*[=+\-@＝＋－＠])/g;

export function guarded(cell: string): string {
  return cell.replaceAll(FORMULA, "$1'");
}

export function unguarded(cell: string): string {
  return cell.replaceAll(GUARDED, '$1');
}
