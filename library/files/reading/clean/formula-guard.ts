/**
 * Spreadsheets run a cell that begins with one of these signs as a formula. If semicolons or tabs separate cells, a cell also
 * begins after these, even within the quotes of our CSV. So an apostrophe is put before each such place, also before existing
 * apostrophes. `unguarded` removes exactly the added ones.
 */
const FORMULA = /(^|[;\t\r\n])(?=[ '"]*[=+\-@＝＋－＠])/g;
const GUARDED = /(^|[;\t\r\n])'(?=[ '"]*[=+\-@＝＋－＠])/g;

export function guarded(cell: string): string {
  return cell.replaceAll(FORMULA, "$1'");
}

export function unguarded(cell: string): string {
  return cell.replaceAll(GUARDED, '$1');
}
