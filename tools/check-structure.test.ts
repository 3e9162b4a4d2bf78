import { describe, expect, test } from 'vitest';
import { loadCatalogues } from './structure/catalogues.ts';
import { direction, sql } from './structure/direction.ts';
import { mirror } from './structure/mirror.ts';
import { plant, proves, says } from './structure/planted.ts';
import { logicalStyles, rootLooksNowhere } from './structure/styles.ts';
import { environment, spoken, time } from './structure/surroundings.ts';
import { dots, texts } from './structure/texts.ts';
import { readTree } from './structure/tree.ts';
import { words } from './structure/words.ts';

const imports = (path: string, from: string) => says(direction, { [path]: `import { x } from '${from}';` });

test('the tree that is checked is the whole house', () => {
  const tree = readTree(`${import.meta.dirname}/..`);
  expect(tree.has('shared/errors.ts')).toBe(true);
  expect(tree.has('tools/check-structure.test.ts')).toBe(true);
  expect([...tree.keys()].filter((path) => path.includes('node_modules'))).toEqual([]);
});

test('mirror: one noun everywhere, and every contract is served', () => {
  expect(says(mirror, { 'shared/contract/bookings.ts': '' })).toEqual([
    '"bookings" is none of the house\'s nouns',
  ]);
  expect(says(mirror, { 'web/features/branches/card.tsx': '' })).toHaveLength(1);
  expect(says(mirror, { 'server/features/visits/queries.ts': '' })).toHaveLength(1);
  expect(says(mirror, { 'shared/contract/users.ts': 'endpoint({})' })).toEqual([
    'nobody serves it: server/features/users/routes.ts is missing',
  ]);
  expect(says(mirror, { 'server/features/users/routes.ts': '' })).toHaveLength(1);
  expect(
    says(mirror, {
      'shared/contract/users.ts': 'endpoint({})',
      'shared/contract/former-users.ts': 'endpoint({})',
      'server/features/users/routes.ts': '',
      'shared/contract/endpoint.ts': '',
    }),
  ).toEqual([]);
  // Only a contract is parted by a name before its noun.
  expect(says(mirror, { 'web/features/former-users/card.tsx': '' })).toHaveLength(1);
  expect(says(mirror, { 'shared/contract/formerusers.ts': '' })).toHaveLength(1);
});

describe('direction', () => {
  test.each([
    ['shared/contract/users.ts', '#server/app.ts', 'shared imports neither side'],
    ['shared/errors.ts', '#web/i18n.ts', 'shared imports neither side'],
    ['shared/errors.ts', 'node:fs', 'shared does no I/O and knows no React'],
    ['shared/errors.ts', 'react', 'shared does no I/O and knows no React'],
    ['shared/domain/visits/slots.ts', '@date-fns/tz', 'dates belong to'],
    ['shared/domain/visits/slots.ts', '#shared/contract/users.ts', 'shared/domain imports zod and itself'],
    ['shared/domain/visits/slots.ts', 'libphonenumber-js', 'shared/domain imports zod and itself'],
    ['shared/domain/visits/slots.ts', 'zod', 'contracts are written in zod/mini'],
    ['server/engine/http/mount.ts', 'date-fns', 'dates belong to'],
    ['web/router.tsx', '#server/config.ts', 'web never imports server'],
    ['server/app.ts', '#web/router.tsx', 'server never imports web'],
    ['web/islands/booking.tsx', 'node:path', 'web runs in a browser'],
    ['web/ui/button.tsx', '#web/features/appointments/card.tsx', 'imports upwards'],
    ['web/ui/button.tsx', '../pages/public/landing-page.tsx', 'imports upwards'],
    ['web/ui/button.tsx', '#web/api/client.ts', 'imports upwards'],
    ['web/ui/button.tsx', '#shared/contract/users.ts', 'ui/ knows no contract'],
    ['web/api/session.ts', '#web/islands/toast.ts', 'imports upwards'],
    ['web/islands/wake.ts', '#web/features/users/users.island.tsx', 'imports upwards'],
    ['web/features/users/card.tsx', '#web/shell/staff-shell.tsx', 'imports upwards'],
    ['web/shell/staff-shell.tsx', '#web/pages/page.ts', 'imports upwards'],
    ['web/pages/page.ts', '../router.tsx', 'imports upwards'],
    ['web/features/users/card.tsx', '#web/features/staff/card.tsx', "no other feature's UI"],
    ['web/features/users/card.tsx', '#web/pages/public/landing-page.tsx', 'imports upwards'],
    ['server/engine/delivery/worker.ts', '#server/features/reminders/actions.ts', 'knows no feature'],
    ['server/engine/http/mount.test.ts', '#server/features/users/queries.ts', 'the engine knows no feature'],
    ['server/engine/tasks/task-runner.ts', '#server/clinic.ts', 'the engine knows no feature'],
    ['server/engine/pages/pages.ts', '../../features/homepage/queries.ts', 'the engine knows no feature'],
    ['server/engine/http/mount.ts', '#server/testing/test-app.ts', 'the engine knows no feature'],
    ['server/db/seed/demo-clinic.ts', '#server/features/users/queries.ts', 'server/db is the ground'],
    ['server/db/schema/users.ts', '#server/engine/http/session.ts', 'server/db is the ground'],
    ['server/features/users/actions.ts', '#server/clinic.ts', 'features stand below'],
    ['server/features/users/actions.ts', '#server/features/staff/messages.ts', 'only through its queries.ts'],
    ['server/features/users/actions.ts', '#server/db/schema/users.ts', 'only queries.ts'],
    ['server/features/users/routes.ts', 'drizzle-orm', 'only queries.ts'],
    ['server/engine/http/session.ts', '#server/db/tables.ts', 'only queries.ts'],
    ['server/features/users/actions.ts', 'fastify', 'know no HTTP'],
    ['server/features/users/queries.ts', '#server/engine/http/mount.ts', 'know no HTTP'],
  ])('%s may not import %s', (path, from, expected) => {
    expect(imports(path, from).join('\n')).toContain(expected);
  });

  test.each([
    ['shared/domain/clinic-time.ts', '@date-fns/tz'],
    ['shared/domain/people/phone.ts', 'libphonenumber-js/min'],
    ['shared/domain/visits/slots.ts', '../clinic-time.ts'],
    ['shared/contract/users.ts', 'zod/mini'],
    ['web/ui/button.tsx', '#web/i18n.ts'],
    ['web/features/users/card.tsx', '#web/islands/toast.ts'],
    ['web/entry-client.ts', './islands/wake.ts'],
    ['web/pages/public/landing-page.tsx', '#web/features/users/card.tsx'],
    ['web/features/users/card.tsx', './row.tsx'],
    ['server/features/users/actions.ts', '#server/features/staff/queries.ts'],
    ['server/features/users/queries.ts', '#server/db/schema/users.ts'],
    ['server/engine/delivery/queries.ts', 'drizzle-orm'],
    ['server/engine/delivery/queries.ts', '#server/db/schema/messages.ts'],
    ['server/engine/http/mount.test.ts', '#server/testing/test-app.ts'],
    ['server/clinic.ts', '#server/features/reminders/actions.ts'],
    ['server/db/seed/demo-clinic.ts', '#server/engine/db/connect.ts'],
    ['server/features/accounts/actions.ts', '#server/engine/http/queries.ts'],
  ])('%s may import %s', (path, from) => {
    expect(imports(path, from)).toEqual([]);
  });

  test('whatever way it is written', () => {
    const forms = [
      "import type { A } from '#server/a.ts'",
      "export { a } from '#server/a.ts'",
      "export * from '#server/a.ts'",
      "await import('#server/a.ts')",
      "type A = import('#server/a.ts').A",
    ];
    for (const form of forms)
      expect(says(direction, { 'web/router.tsx': form }).join(), form).toContain('web never imports server');
    expect(
      says(direction, { 'web/islands/toast.ts': "await import('#web/features/users/card.tsx')" }).join(),
    ).toContain('imports upwards');
    expect(says(direction, { 'web/ui/all.ts': "export * from './button.tsx';" })).toHaveLength(1);
    expect(() => says(direction, { 'web/router.tsx': 'import {' })).toThrow('does not parse');
  });
});

test('SQL stands in queries.ts', () => {
  const select = 'const q = sql`select id, name from users where id = ${id}`;';
  proves(
    sql,
    {
      'server/features/users/actions.ts': select,
      'server/engine/http/health.ts': "query('insert into logs values (1)')",
    },
    {
      'server/features/users/queries.ts': select,
      'server/engine/db/migrate.ts': select,
      'server/features/users/routes.ts': "summary: 'Select a slot or update it'",
    },
  );
});

test('dates are the business of clinic-time, their words of time-words, the present moment of main', () => {
  proves(
    time,
    {
      'server/engine/http/session.ts': 'const x = new Date(now.getTime() + 1);',
      'server/features/users/actions.ts': 'const now = new Date();',
      'web/ui/clock.tsx': 'const at = Date.now();',
      'web/features/users/card.tsx': "new Intl.DateTimeFormat('ar').format(at)",
      'shared/domain/visits/slots.ts': 'Date.parse(x)',
      'web/islands/booking.tsx': 'at.toLocaleDateString()',
      'shared/domain/clinic-time.ts': "new Intl.DateTimeFormat('ar')",
    },
    {
      'server/serve.ts': 'const now = () => new Date();',
      'shared/domain/clinic-time.ts': 'new Date(1)',
      'shared/domain/time-words.ts': "new Intl.DateTimeFormat('ar').format(new Date(0))",
      'server/engine/http/mount.ts':
        "const age = performance.now(); const n: Date = now(); new Intl.NumberFormat('ar')",
      'server/features/users/users.test.ts': 'new Date(0)',
    },
  );
});

test('the languages, and where their pages stand, are said once', () => {
  proves(
    spoken,
    {
      'shared/contract/users.ts': "z.enum(['en', 'ar'])",
      'web/features/privacy/panel.tsx': "const langs: readonly Lang[] = ['ar', 'en'];",
      'e2e/visits.ts': "lang: 'en' | 'ar'",
      'server/engine/pages/manifest.ts': "lang === 'ar' ? '/ar/book' : '/book'",
      'tools/pictures/draw-icons.ts': 'lang === ar ? `/ar${path}` : path',
    },
    {
      'shared/domain/languages.ts': "const langs = ['en', 'ar'] as const;",
      'server/db/seed/demo-clinic.ts': "languages: ['ar', 'en'] satisfies SpokenLanguage[]",
      'web/router.tsx': "localPath('/book', lang)",
      'web/shell/link.tsx': "lang === 'ar' ? 'en' : 'ar'",
    },
  );
});

test('one file reads the environment', () => {
  proves(
    environment,
    { 'server/main.ts': 'process.env.PORT', 'web/router.tsx': "process.env['X']" },
    { 'server/config.ts': 'process.env', 'server/main.ts': 'process.pid' },
  );
});

test('nothing in the layout says left or right', () => {
  const bad = [
    'ml-2',
    'md:hover:mr-auto',
    '-ml-1',
    '!pl-3',
    'left-0',
    'md:right-[3px]',
    'text-left',
    'rounded-l-lg',
    'rounded-tr',
    'border-r',
    'float-right',
    'data-[side=top]:pr-2',
    'scroll-ml-4',
  ];
  for (const name of bad)
    expect(says(logicalStyles, { 'web/ui/a.tsx': `<p className="flex ${name} p-2" />` }), name).toHaveLength(
      1,
    );
  const good =
    'ms-2 me-auto ps-3 start-0 end-1 text-start rounded-s-lg border-e mx-auto inset-x-0 md:mt-2 data-[side=left]:ms-1 leading-tight';
  proves(
    logicalStyles,
    {
      'web/ui/a.tsx': '<p style={{ marginLeft: 3 }} />',
      'web/ui/b.ts': 'const look = `flex ${x} pr-2`;',
      'web/styles/a.css': 'p { padding-left: 1px }',
      'web/styles/b.css': 'p { @apply ml-2; }',
    },
    {
      'web/ui/a.tsx': `<p className="${good}" style={{ marginInline: 3 }} />`,
      'web/styles/a.css':
        '/* margin-left: no */ p { margin-inline-start: 1px; inset-inline: 0; text-align: start }',
    },
  );
  for (const css of [
    'left: 0',
    'text-align: right',
    'float: left',
    'border-left-width: 1px',
    'border-top-left-radius: 2px',
    'margin-right: 0',
  ])
    expect(says(logicalStyles, { 'web/styles/a.css': `p {\n  ${css};\n}` }), css).toHaveLength(1);
});

test('the root looks for nothing in the whole page', () => {
  proves(
    rootLooksNowhere,
    { 'web/styles/a.css': 'html:has(.bar) { color: red }', 'web/styles/b.css': 'body.x:has( [open]) p {}' },
    {
      'web/styles/a.css':
        '/* html:has(.bar) */ html:not(:has(> .staff)) {} body:has(> .x) {} tr:has(button) td {}',
      'web/styles/b.css':
        '@media print { body:has([data-slip]) > p { @page { margin: 0 } } } html[data-x] {}',
    },
  );
});

test('no word in a component', () => {
  const bad = [
    '<p>Hello</p>',
    '<p>مرحبا</p>',
    "<p>{'Hello'}</p>",
    '<p>{ok ? t("a.b") : "No"}</p>',
    '<p>{`${n} slots`}</p>',
    '<p>{ok && "Yes"}</p>',
    '<input placeholder="Name" />',
    '<b aria-label={"Close"} />',
    '<img alt="A clinic" />',
    '<Field label="Your name" />',
  ];
  for (const jsx of bad) expect(says(texts, { 'web/ui/a.tsx': `const a = ${jsx};` }), jsx).toHaveLength(1);
  const good = [
    "<p>{t('common.close')}</p>",
    '<p> · {n} — 2 &nbsp;</p>',
    '<img alt="" className="flex" />',
    '<Field label="booking.name" type="text" />',
    "<p>{kind === 'open' ? t('a.b') : null}</p>",
    '<style>{`p { color: red }`}</style>',
  ];
  for (const jsx of good) expect(says(texts, { 'web/ui/a.tsx': `const a = ${jsx};` }), jsx).toEqual([]);
});

test('dots: no part of a line is set off by what reads as a nought in Arabic', () => {
  const bad = ['a.join(" · ")', '<b>{a} · {b}</b>', '`${a} · ${b}`'];
  for (const written of bad)
    expect(says(dots, { 'web/features/users/a.tsx': `const c = ${written};` }), written).toHaveLength(1);
  expect(says(dots, { 'web/features/users/a.tsx': '/** a · b */ const c = joined(a, b);' })).toEqual([]);
  expect(says(dots, { 'web/pages/public/a.tsx': 'const title = `${a} · ${b}`;' })).toEqual([]);
});

describe('catalogues', () => {
  const check = async (
    en: Record<string, unknown>,
    ar: Record<string, unknown>,
    source = Object.keys(en)
      .map((key) => `t('${key}')`)
      .join(';'),
  ) => {
    const files = plant({
      'shared/messages/en/common.ts': '',
      'shared/messages/ar/common.ts': '',
      'web/router.tsx': source,
    });
    const rule = await loadCatalogues(files, async (path) => ({ words: path.includes('/en/') ? en : ar }));
    return rule(files).map((complaint) => complaint.says);
  };

  test('both languages have the same keys and placeholders', async () => {
    expect(await check({ 'common.a': 'Hello {name}' }, { 'common.a': 'أهلا {name}' })).toEqual([]);
    expect(await check({ 'common.a': 'A' }, {})).toEqual(['common.a is not in the Arabic catalogue']);
    expect(await check({}, { 'common.a': 'أ' })).toEqual(['common.a is not in the English catalogue']);
    expect(await check({ 'common.a': 'Hello {name}' }, { 'common.a': 'أهلا {nom}' })).toHaveLength(1);
    expect(
      await check(
        { 'common.a': { one: 'a day', other: '{n} days' } },
        { 'common.a': { two: 'يومان', other: '{n} أيام' } },
      ),
    ).toEqual([]);
    expect(await check({ 'common.a': 'See you' }, { 'common.a': 'See you' })).toEqual([
      'common.a is still English',
    ]);
  });

  test('every key is used, and begins as its area does', async () => {
    const words = [{ 'status.open': 'Open' }, { 'status.open': 'مفتوح' }] as const;
    expect(await check(...words, '')).toEqual(['status.open is used nowhere']);
    expect(await check(...words, 't(`status.${x}`)')).toEqual([]);
    expect(await check({ 'booking.a': 'A' }, { 'booking.a': 'أ' })).toHaveLength(2);
  });
});

test('an island fetches the words it speaks, its own and those of what it brings along', () => {
  const house = (areas: string, name = 'booking') => ({
    'web/features/appointments/booking/booking.island.tsx': `import { Choice }
      from '#web/features/appointments/choice.tsx';
      t('common.close'); export const island = defineIsland({ name: '${name}', areas: [${areas}], component:
        Choice });`,
    'web/features/appointments/choice.tsx':
      "export const Choice = () => t(`booking.step.${n}`); say('error.notFound');",
  });
  expect(says(words, house("'common', 'errors', 'booking'"))).toEqual([]);
  expect(says(words, house("'common', 'errors'"))).toEqual([expect.stringContaining('"booking"')]);
  expect(says(words, house("'booking'"))).toHaveLength(2);
  expect(says(words, house("'common', 'errors', 'booking'", 'form'))).toEqual([
    expect.stringContaining("its file's name"),
  ]);
  const asked = {
    'web/islands/dialog.ts': "export const dialog = { name: 'dialog', areas: ['common'] };",
    'web/features/users/dialog.island.tsx':
      "import { dialog } from '#web/islands/dialog.ts'; t('common.close');",
  };
  expect(says(words, asked)).toEqual([]);
  const later = (bring: string) => ({
    'web/shell/desk.island.tsx': `${bring} export const island = defineIsland({ name: 'desk', areas: ['common'] });`,
    'web/shell/dialog.tsx': "import { Form } from './form.tsx'; t('common.close');",
    'web/shell/form.tsx': "t('staff.form');",
  });
  const own = "withWords(['staff'], () => import('./dialog.tsx').then((m) => m.Dialog));";
  expect(says(words, later(own))).toEqual([]);
  expect(says(words, later("import('./dialog.tsx');"))).toEqual([expect.stringContaining('"staff"')]);
  const halves = {
    'shared/messages/en/staff.ts': "export const enStaff = {\n  'staff.title': 'Staff',\n};",
    'shared/messages/en/staff-own.ts': "export const enStaffOwn = {\n  'staff.form': 'Form',\n};",
  };
  expect(says(words, { ...later(own), ...halves })).toEqual([expect.stringContaining('"staff-own"')]);
  expect(says(words, { ...later(own.replace('staff', 'staff-own')), ...halves })).toEqual([]);
  // One way to it that brings no words is enough to miss them.
  expect(says(words, later(`${own} import('./form.tsx');`))).toEqual([expect.stringContaining('"staff"')]);
});

test('what only the server answers with is said by no page and by no check of a form', () => {
  const house = (key: string) => ({
    'shared/messages/en/errors-answers.ts': "export const enErrorsAnswers = {\n  'error.gone': 'Gone.',\n};",
    'shared/errors.ts': "export const errors = { gone: { status: 410, message: 'error.gone' } };",
    'shared/fields.ts': `export const name = text('${key}');`,
  });
  expect(says(words, house('error.short'))).toEqual([]);
  expect(says(words, house('error.gone'))).toEqual([expect.stringContaining('only the server')]);
});
