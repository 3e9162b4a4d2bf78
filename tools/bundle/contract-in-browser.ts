import { readFileSync } from 'node:fs';
import { parseSync, type StaticImportEntry } from 'oxc-parser';
import type { Plugin } from 'vite';
import { rewriteImports } from './rewrite-imports.ts';

/** What the browser wants to know of an endpoint; the rest is the server's, which checks what comes in. */
const wanted = new Set(['method', 'path', 'status', 'changes', 'shows', 'ofBranch', 'binaryBody']);
const onlyEndpoints = '?endpoints';
/** Those that only the staff may call: nobody else fetches them. */
const staffEndpoints = '?endpoints-of-staff';
/** How it is written that no patient may. */
const withoutPatients =
  /^(?:\[(?:'(?:receptionist|doctor|admin)'(?:, )?)+\]|staffRoles|beyondTheDesk|doctorsOnly|writers|callers)$/;

interface Bare {
  readonly said: string;
  readonly ofStaff: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The fields of an object that is written down; `as const` stands around some. */
function fieldsOf(written: Node | null | undefined): Node[] {
  const object = written?.type === 'TSAsExpression' ? (written.expression as Node) : written;
  return (object?.properties as Node[] | undefined) ?? [];
}

/** What several endpoints share stands once, in a constant that each of them spreads. */
function sharedIn(body: readonly Node[]): Map<string, Node[]> {
  const constants = body.flatMap(
    ({ type, declarations }) =>
      (type === 'VariableDeclaration' ? declarations : []) as { id: Node; init: Node | null }[],
  );
  return new Map(constants.map(({ id, init }) => [String(id.name), fieldsOf(init)]));
}

/** A number, a word or a list of them, as it is written down. */
function plainValue(init: Node): Node | null {
  const value = init.type === 'TSAsExpression' ? (init.expression as Node) : init;
  const parts = value.type === 'ArrayExpression' ? (value.elements as (Node | null)[]) : [value];
  return parts.every((part) => part?.type === 'Literal') ? value : null;
}

/**
 * What of a contract needs nothing of zod, by name: its endpoints, each as the browser needs it, without a
 * schema, and its plain values.
 */
export function bareOf(path: string, text: string): Map<string, Bare> {
  const { program } = parseSync(path, text);
  const shared = sharedIn(program.body as unknown as Node[]);
  const found = new Map<string, Bare>();
  const said = ({ start, end }: Node) => text.slice(start, end);
  for (const { type, declaration } of program.body as unknown as Node[]) {
    const declared =
      type === 'ExportNamedDeclaration' ? (declaration as Node | null)?.declarations : undefined;
    for (const { id, init } of (declared ?? []) as { id: Node; init: Node | null }[]) {
      const plain = init && plainValue(init);
      if (plain) found.set(String(id.name), { said: said(plain), ofStaff: false });
      if ((init?.callee as Node | undefined)?.name !== 'endpoint') continue;
      const [spec] = (init?.arguments ?? []) as Node[];
      const fields = fieldsOf(spec).flatMap((field) =>
        field.type === 'SpreadElement' ? (shared.get(String((field.argument as Node).name)) ?? []) : [field],
      );
      const nameOf = ({ key }: Node) => String((key as Node | null)?.name);
      const kept = fields.filter((field) => wanted.has(nameOf(field)));
      const access = fields.find((field) => nameOf(field) === 'access');
      found.set(String(id.name), {
        said: `{ ${kept.map(said).join(', ')} }`,
        ofStaff: access !== undefined && withoutPatients.test(said(access.value as Node)),
      });
    }
  }
  return found;
}

function importOf(names: readonly StaticImportEntry[], file: string): string {
  const said = names.map(({ importName, localName }) => `${importName.name} as ${localName.value}`);
  return names.length === 0 ? '' : `import { ${said.join(', ')} } from ${JSON.stringify(file)};`;
}

/**
 * In the browser an endpoint comes without its schemas, from a module that has the contract's endpoints, its
 * plain values and nothing else. A form names the schema that it checks by, and only who opens the form
 * fetches it and zod.
 */
export const contractInBrowser: Plugin = {
  name: 'contract-in-browser',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load(id) {
    const [, path, query] = /^(.*)(\?endpoints(?:-of-staff)?)$/.exec(id) ?? [];
    if (!path) return null;
    const bare = [...bareOf(path, readFileSync(path, 'utf8'))];
    const there = bare.filter(([, { ofStaff }]) => ofStaff === (query === staffEndpoints));
    return {
      code: there.map(([name, { said }]) => `export const ${name} = ${said};\n`).join(''),
      moduleType: 'js',
    };
  },
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/, code: /from '#shared\/contract\// },
    handler(text, id) {
      return rewriteImports(id, text, async (from, used) => {
        const contract = from.startsWith('#shared/contract/') && (await this.resolve(from, id));
        if (!contract) return undefined;
        const known = bareOf(contract.id, readFileSync(contract.id, 'utf8'));
        const bareNamed = ({ importName }: StaticImportEntry) => known.get(importName.name ?? '');
        const whole = used.filter((entry) => !bareNamed(entry));
        if (whole.length === used.length) return undefined;
        return [
          importOf(
            used.filter((entry) => bareNamed(entry)?.ofStaff === false),
            contract.id + onlyEndpoints,
          ),
          importOf(
            used.filter((entry) => bareNamed(entry)?.ofStaff),
            contract.id + staffEndpoints,
          ),
          importOf(whole, from),
        ].join('');
      });
    },
  },
};
