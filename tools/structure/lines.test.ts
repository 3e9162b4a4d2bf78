import { expect, test } from 'vitest';
import { lines } from './lines.ts';

const long = 'so many words '.repeat(9).trim();
const found = (path: string, text: string) => lines(new Map([[path, text]])).map(({ line }) => line);

test('a line that could be broken has at most 110 characters', () => {
  expect(found('server/app.ts', `// ${long}`)).toEqual([1]);
  expect(found('server/app.ts', `const a = 1;\n/** ${long} */\nconst b = 2;`)).toEqual([2]);
  expect(found('server/features/users/queries.ts', `const q = sql\`\n  select ${long}\n\`;`)).toEqual([2]);
  expect(found('tools/go.mjs', `// ${long}`)).toEqual([1]);
  expect(found('web/styles/base.css', `/* ${long} */`)).toEqual([1]);
  expect(found('docs/operations.md', long)).toEqual([1]);
  expect(found('server/db/seed/clinic.sql', `-- ${long}`)).toEqual([1]);
});

test('what would be hidden from a search by cutting it stays whole', () => {
  expect(found('shared/messages/en/common.ts', `export const a = '${long}';`)).toEqual([]);
  expect(found('web/ui/a.tsx', `const a = <p className="${long}">{b}</p>;`)).toEqual([]);
  expect(found('web/ui/a.tsx', `const a = \`${long} \${b}\`;`)).toEqual([]);
  expect(found('e2e/a.spec.ts', `test('${long}', async ({\n}) => {});`)).toEqual([]);
  expect(found('docs/operations.md', `| ${long} |\n\n\`\`\`\n${long}\n\`\`\``)).toEqual([]);
  expect(found('server/db/migrations/0001-a.sql', `-- ${long}`)).toEqual([]);
});
