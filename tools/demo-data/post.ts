/** The response fields that these scripts read. */
interface Answer {
  readonly idToken: string;
  readonly folder_id: number;
  readonly link_id: number;
}

/** Sends a POST request. Throws an error if it fails. */
export async function post(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text === '' ? '{}' : text);
}
