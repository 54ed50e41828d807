import { markup, type Html } from '#firestore/wire/page/html.ts';

/** A table that scrolls by itself if it is wider than the page. The keyboard scrolls it too. */
export function table(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => markup`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}
