import type { PageSource, ShownDocument } from '#firestore/api/page-source.ts';
import { markup, NOTHING, type Html } from '#firestore/wire/page/html.ts';
import { linkTo, type Place } from '#firestore/wire/page/place.ts';
import { table } from '#firestore/wire/page/table.ts';

/** The collections of the root, the documents of a collection, or the fields of a document. */
export function documentsView(source: PageSource, place: Place): Html {
  const { project, database, path } = place;
  const root = `projects/${project}/databases/${database}/documents`;
  const name = [root, ...path].join('/');
  return markup`${databaseLinks(source, place)} ${breadcrumb(place)}
  ${path.length % 2 === 1 ? collectionView(source, place, root) : documentView(source, place, name)}`;
}

function databaseLinks(source: PageSource, place: Place): Html {
  const databases = source.databases(place.project);
  if (databases.length < 2) return NOTHING;
  const link = (database: string): Html => {
    const href = linkTo({ ...place, database, path: [], after: null });
    return database === place.database
      ? markup`<li><a href="${href}" aria-current="true">${database}</a></li>`
      : markup`<li><a href="${href}">${database}</a></li>`;
  };
  return markup`<nav aria-label="Databases">
    <ul>
      ${databases.map(link)}
    </ul>
  </nav>`;
}

function breadcrumb(place: Place): Html {
  const { database, path } = place;
  const segments = [database, ...path];
  const items = segments.map((segment, depth) => {
    const href = linkTo({ ...place, path: path.slice(0, depth), after: null });
    return depth === path.length
      ? markup`<li><a href="${href}" aria-current="page">${segment}</a></li>`
      : markup`<li><a href="${href}">${segment}</a> /</li>`;
  });
  return markup`<nav aria-label="Path">
    <ul>
      ${items}
    </ul>
  </nav>`;
}

function collectionView(source: PageSource, place: Place, root: string): Html {
  const { path, after } = place;
  const parent = [root, ...path.slice(0, -1)].join('/');
  const { documents, hasMore } = source.documents(parent, path.at(-1) ?? '', after);
  const items = documents.map(({ id, isMissing }) => {
    const href = linkTo({ ...place, path: [...path, id], after: null });
    return markup`<li><a href="${href}">${id}</a>${isMissing ? ' (no document, only collections)' : ''}</li> `;
  });
  const next = linkTo({ ...place, after: documents.at(-1)?.id ?? null });
  return markup`<h2>${path.join('/')}</h2>
    ${
      items.length === 0
        ? markup`<p>This collection has no documents.</p>`
        : markup`<ul>
            ${items}
          </ul>`
    }
    ${hasMore ? markup`<p><a href="${next}">Next documents</a></p>` : NOTHING}`;
}

function documentView(source: PageSource, place: Place, name: string): Html {
  const { path } = place;
  const items = source.collectionIds(name).map((id) => {
    const href = linkTo({ ...place, path: [...path, id], after: null });
    return markup`<li><a href="${href}">${id}</a></li> `;
  });
  const collections =
    items.length === 0
      ? markup`<p>There are no collections.</p>`
      : markup`<ul>
          ${items}
        </ul>`;
  if (path.length === 0)
    return markup`<h2>Collections</h2>
      ${collections}`;
  return markup`<h2>${path.join('/')}</h2>
    ${documentTable(source.document(name))}
    <h2>Collections of this document</h2>
    ${collections}`;
}

function documentTable(document: ShownDocument | null): Html {
  if (document === null) return markup`<p>This document does not exist.</p>`;
  const rows = document.fields.map(
    ({ path, type, value }) =>
      markup`<tr>
        <th scope="row"><code>${path}</code></th>
        <td>${type}</td>
        <td>${value}</td>
      </tr> `,
  );
  return markup`<p>Created ${document.createTime}, updated ${document.updateTime}.</p>
    ${table('Fields', ['Field', 'Type', 'Value'], rows)}`;
}
