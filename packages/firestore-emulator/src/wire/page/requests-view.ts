import type { RequestEntry, RuleVerdict } from '#firestore/api/request-entry.ts';
import { markup, NOTHING, type Html } from '#firestore/wire/page/html.ts';
import { table } from '#firestore/wire/page/table.ts';

const MAX_SHOWN = 100;

/** The last requests with the verdicts of the rules. */
export function requestsView(requests: readonly RequestEntry[]): Html {
  const rows = requests.slice(0, MAX_SHOWN).map(requestRow);
  return markup`<h2>Last requests</h2>
    <p>
      Newest first. The list has all requests since you first opened it, and failed ones since the start.
    </p>
    ${table('Last requests', ['Time', 'Call', 'Request', 'Caller', 'Result', 'Rules'], rows)}`;
}

function requestRow(entry: RequestEntry): Html {
  const { time, method, request, caller, status, message, millis, rules } = entry;
  const result =
    status === 'OK' ? markup`OK` : markup`<span class="denied">${status}</span> ${message ?? ''}`;
  return markup`<tr>
    <td class="word">${time.slice(11, -1)}</td>
    <td class="word">${method}</td>
    <td>${request}</td>
    <td>${callerText(caller)}</td>
    <td>${result} (${millis} ms)</td>
    <td>
      ${
        rules.length === 0
          ? NOTHING
          : markup`<ul>
              ${rules.map(verdictItem)}
            </ul>`
      }
    </td>
  </tr> `;
}

function callerText(caller: RequestEntry['caller']): string {
  if (caller === null) return 'not signed in';
  return 'uid' in caller ? caller.uid : 'administrator';
}

function verdictItem({ allowed, method, path, line, reason, values }: RuleVerdict): Html {
  const place = line === null ? '' : ` in line ${line}`;
  const verdict = allowed
    ? markup`allowed${place}`
    : markup`<span class="denied">denied</span>${place}: ${reason}`;
  const details = values.map(
    (each) => markup`<li><code>L${each.line}: ${each.expression} = ${each.value}</code></li>`,
  );
  return markup`<li>
    ${method} ${path}
    ${verdict}${
      details.length === 0
        ? NOTHING
        : markup`<ul>
            ${details}
          </ul>`
    }
  </li>`;
}
