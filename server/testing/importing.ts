import { expect } from 'vitest';
import { workOnImports } from '#server/features/imports/import-task-actions.ts';
import type { Import, ImportRow } from '#shared/contract/connections/imports.ts';
import type { TestApp } from './test-app.ts';

/** The steps of an import by an admin; the background work runs in between. */
export function createImportSteps(app: () => TestApp, cookie: () => string) {
  const send = (payload: Buffer, name = 'list.csv', whose = cookie()) =>
    app().app.inject({
      method: 'POST',
      url: `/api/imports?name=${encodeURIComponent(name)}`,
      payload,
      headers: { 'content-type': 'application/octet-stream', cookie: whose },
    });
  const asked = async (method: string, url: string, body?: unknown, lang = 'en') => {
    const answer = await app().call(method, url, {
      cookie: `${cookie()}; lang=${lang}`,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.body === '' ? null : answer.json();
  };
  const now = (id: number): Promise<Import> => asked('GET', `/api/imports/${id}`);
  /** The sentences without the characters that isolate quoted texts. */
  const rowsOf = async (id: number, lang = 'en'): Promise<ImportRow[]> =>
    JSON.parse(
      JSON.stringify(await asked('GET', `/api/imports/${id}/rows`, undefined, lang)).replace(
        /[\u2068\u2069]/g,
        '',
      ),
    );
  const sql = async (text: string, values: unknown[] = []) =>
    (await app().deps.database.pool.query(text, values)).rows;
  /** Uploads, reads and checks the file. */
  const checked = async (text: string | Buffer, defaults: object = {}): Promise<number> => {
    const answer = await send(Buffer.isBuffer(text) ? text : Buffer.from(text));
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json() as Import;
    await workOnImports(app().deps);
    if (Object.keys(defaults).length > 0) {
      await asked('PATCH', `/api/imports/${id}`, defaults);
      await workOnImports(app().deps);
    }
    return id;
  };
  const run = async (id: number): Promise<Import> => {
    await asked('POST', `/api/imports/${id}/run`);
    await workOnImports(app().deps);
    return now(id);
  };
  /** Checks that the lines and rows of the report's first sentence add up, and that it lists the rows left out. */
  const expectReportToAddUp = async (id: number): Promise<void> => {
    const { body } = await app().call('GET', `/api/imports/${id}/report`, { cookie: `${cookie()}; lang=en` });
    const [sentence = '', , ...listed] = body.trimEnd().split('\r\n');
    const numbers = sentence.slice(sentence.indexOf(':')).replaceAll(',', '').match(/\d+/g) ?? [];
    const [lines, headings = 0, above = 0, empty = 0, breaks = 0, rows = 0, again, ready = 0, out = 0] =
      numbers.map(Number);
    expect(numbers, sentence).toHaveLength(9);
    expect(headings + above + empty + breaks + rows, sentence).toBe(lines);
    expect([again, ready + out], sentence).toEqual([rows, rows]);
    expect(listed, sentence).toHaveLength(out);
    const { account, total } = await now(id);
    expect([account?.lines, total], sentence).toEqual([lines, rows]);
  };
  return { send, asked, now, rowsOf, sql, checked, run, expectReportToAddUp };
}
