import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { sendCsv } from '#server/engine/files/csv-reply.ts';
import { decodeCursor, maxRows, sendPage } from '#server/engine/http/list-pages.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import { readAhead } from '#server/engine/http/read-ahead.ts';
import * as api from '#shared/contract/connections/imports.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import * as actions from './actions.ts';
import { describeRow, loadSentenceContext, presentRow } from './messages.ts';
import { findImport, listNewestImports, presentImports } from './queries.ts';
import { findImportRow, loadLeftRows, loadRowPage } from './row-queries.ts';

const maxFileBytes = 12 * 1024 * 1024;
const reportPageRows = 1000;

async function requireImport(deps: Deps, id: number) {
  const work = await findImport(deps.db, id);
  if (!work) throw new Refusal('not_found');
  return work;
}

async function loadShownImport(deps: Deps, lang: Lang, id: number): Promise<api.Import> {
  const [found] = await presentImports(deps.db, lang, [await requireImport(deps, id)]);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** The lines of the file in one sentence. */
function formatLineAccount(
  lang: Lang,
  file: api.Import,
  account: NonNullable<api.Import['account']>,
): string {
  const { lines, breaks, empty, above, headings } = account;
  const { counts, left, total } = file;
  const out = counts.doubtful + counts.wrong + left;
  const params = { lines, breaks, empty, above, headings, rows: total, ready: total - out, out };
  return say(lang, 'import.report.account', { file: file.fileName, ...params });
}

/**
 * The rows that were left out, as in the file, with one more column for the reason: after corrections it can
 * be imported.
 */
async function exportImportReport(
  deps: Deps,
  { viewer, params, lang, reply }: EndpointCall<typeof api.importReport>,
) {
  const work = await requireImport(deps, params.id);
  const speaker = await loadSentenceContext(deps, lang);
  async function* lines() {
    // One cell above the headings, which an import of this file skips.
    const [file] = await presentImports(deps.db, lang, [work]);
    if (file?.account) yield [[formatLineAccount(lang, file, file.account)]];
    yield [[...work.headings, say(lang, 'import.report.row'), say(lang, 'import.report.why')]];
    for (let after = 0; ; ) {
      const rows = await loadLeftRows(deps.db, work.id, { after, limit: reportPageRows });
      if (rows.length === 0) return;
      after = rows.at(-1)?.n ?? after;
      yield rows.map((row) => [
        ...work.headings.map((_, at) => row.cells[at] ?? ''),
        String(row.n),
        describeRow(row, work, speaker),
      ]);
    }
  }
  const read = await readAhead(lines());
  await recordEvent(deps.db, viewer, { action: 'exported', subject: 'imports', subjectId: work.id });
  return sendCsv(reply, { name: `import-${work.id}.csv`, pages: read });
}

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  // Spreadsheets are accepted as bodies only inside this scope.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      [...api.createImport.binaryBody],
      { parseAs: 'buffer', bodyLimit: maxFileBytes },
      (_request, body, done) => done(null, body),
    );
    mount(
      scope,
      deps,
      api.createImport,
      async ({ viewer, query, lang, request }) => {
        const bytes: unknown = request.body;
        if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new Refusal('unsupported_media');
        return loadShownImport(
          deps,
          lang,
          await actions.storeImportFile(deps, viewer, { fileName: query.name, bytes }),
        );
      },
      { bodyLimit: maxFileBytes },
    );
  });
  mount(app, deps, api.listImports, async ({ lang }) =>
    presentImports(deps.db, lang, await listNewestImports(deps.db)),
  );
  mount(app, deps, api.getImport, ({ params, lang }) => loadShownImport(deps, lang, params.id));
  mount(app, deps, api.changeImport, async ({ params, body, viewer, lang }) => {
    await actions.changeImportOptions(deps, viewer, params.id, body);
    return loadShownImport(deps, lang, params.id);
  });
  mount(app, deps, api.listImportRows, async ({ params, query, lang, request, reply }) => {
    const work = await requireImport(deps, params.id);
    const limit = query.limit ?? maxRows;
    const [after] = decodeCursor(query.cursor, ['int4']) ?? [0];
    const rows = await loadRowPage(deps.db, work.id, { verdict: query.verdict, after, limit: limit + 1 });
    const [{ counts, left }] = (await presentImports(deps.db, lang, [work])) as [api.Import];
    const total = query.verdict
      ? { ...counts, kept: left }[query.verdict]
      : counts.new + counts.same + counts.doubtful + counts.wrong;
    const page = sendPage(reply, request, rows, { limit, total, cursorOf: ({ n }) => [n] });
    const speaker = await loadSentenceContext(deps, lang);
    return page.map((row) => presentRow(row, work, speaker));
  });
  mount(app, deps, api.changeImportRow, async ({ params, body, lang }) => {
    await actions.changeRow(deps, params, body);
    const row = await findImportRow(deps.db, params.id, params.row);
    if (!row) throw new Refusal('not_found');
    return presentRow(row, await requireImport(deps, params.id), await loadSentenceContext(deps, lang));
  });
  mount(app, deps, api.runImport, async ({ params, viewer, lang }) => {
    await actions.beginImport(deps, viewer, params.id);
    return loadShownImport(deps, lang, params.id);
  });
  mount(app, deps, api.stopImport, async ({ params, viewer, lang }) => {
    await actions.stopImport(deps, viewer, params.id);
    return loadShownImport(deps, lang, params.id);
  });
  mount(app, deps, api.undoImport, async ({ params, viewer, lang }) => {
    await actions.beginUndo(deps, viewer, params.id);
    return loadShownImport(deps, lang, params.id);
  });
  mount(app, deps, api.discardImport, async ({ params, viewer }) => {
    await actions.discardImport(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.importReport, (call) => exportImportReport(deps, call));
}
