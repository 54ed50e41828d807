import { createHash } from 'node:crypto';

import type { PageSource } from '#firestore/api/page-source.ts';
import type { HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import type { HttpRequest } from '#firestore/wire/http/http.ts';
import { documentsView } from '#firestore/wire/page/documents-view.ts';
import { Html, markup, NOTHING } from '#firestore/wire/page/html.ts';
import { linkTo, type Place, type ViewName } from '#firestore/wire/page/place.ts';
import { requestsView } from '#firestore/wire/page/requests-view.ts';
import { STYLE } from '#firestore/wire/page/style.ts';
import { table } from '#firestore/wire/page/table.ts';

const VIEWS: readonly (readonly [ViewName, string])[] = [
  ['documents', 'Documents'],
  ['requests', 'Requests'],
  ['bill', 'Bill'],
];

/** No scripts, no requests to other places, and no frame of another page. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** Browsers ask for HTML. Programs, such as health checks, expect the `Ok` of the official emulator. */
export function wantsPage({ headers }: HttpRequest): boolean {
  return /(?:^|,)\s*text\/html\b/iu.test(headers.accept ?? '');
}

/** A page for people, which changes nothing. The query of the request says which part of the data it shows. */
export function pageAnswer(source: PageSource, query: URLSearchParams): HttpAnswer {
  const projects = source.projects();
  const place = placeIn(query, projects);
  const title = place.project === '' ? 'Firestore' : `${place.project} - Firestore`;
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header>
          <h1>Firestore</h1>
          ${projectForm(projects, place)} ${viewLinks(source, place)}
        </header>
        <main>${contentOf(source, place)}</main>
      </body>
    </html> `;
  return { status: 200, headers: HEADERS, body: page.text };
}

function placeIn(query: URLSearchParams, projects: readonly string[]): Place {
  const view = VIEWS.find(([name]) => name === query.get('view'))?.[0] ?? 'documents';
  return {
    view,
    project: query.get('project') ?? projects[0] ?? '',
    database: query.get('database') ?? '(default)',
    path: (query.get('path') ?? '').split('/').filter((segment) => segment !== ''),
    after: query.get('after'),
  };
}

function projectForm(projects: readonly string[], place: Place): Html {
  if (projects.length === 0) return NOTHING;
  const names = projects.includes(place.project) ? projects : [place.project, ...projects];
  const option = (name: string): Html =>
    name === place.project ? markup`<option selected>${name}</option>` : markup`<option>${name}</option>`;
  return markup`<form>
    <label
      >Project
      <select name="project">
        ${names.map(option)}
      </select></label
    >
    <input type="hidden" name="view" value="${place.view}" />
    <button>Show</button>
  </form>`;
}

function viewLinks(source: PageSource, place: Place): Html {
  if (place.project === '') return NOTHING;
  const link = ([view, text]: readonly [ViewName, string]): Html => {
    const href = linkTo({ ...place, view, path: [], after: null });
    return view === place.view
      ? markup`<li><a href="${href}" aria-current="page">${text}</a></li>`
      : markup`<li><a href="${href}">${text}</a></li>`;
  };
  return markup`<nav aria-label="Views">
    <ul>
      ${VIEWS.map(link)}
      ${source.hasRules(place.project) ? coverageLink(place.project) : NOTHING}
    </ul>
  </nav>`;
}

function coverageLink(project: string): Html {
  const href = `/emulator/v1/projects/${encodeURIComponent(project)}:ruleCoverage.html`;
  return markup`<li><a href="${href}">Rules coverage</a></li>`;
}

function contentOf(source: PageSource, place: Place): Html {
  if (place.project === '')
    return markup`<p>There are no documents yet. Reload this page after a client has written some.</p>`;
  switch (place.view) {
    case 'documents':
      return documentsView(source, place);
    case 'requests':
      return requestsView(source.requests(place.project));
    case 'bill':
      return billView(source, place.project);
  }
}

function billView(source: PageSource, project: string): Html {
  const { reads, writes, deletes } = source.usage(project);
  return markup`<h2>Bill</h2>
    <p>The documents that Firestore would charge for, since the start or the last reset.</p>
    ${table('Bill', ['Operation', 'Documents'], [billRow('Reads', reads), billRow('Writes', writes), billRow('Deletes', deletes)])}`;
}

function billRow(name: string, count: number): Html {
  return markup`<tr>
      <th scope="row">${name}</th>
      <td>${count}</td>
    </tr> `;
}
