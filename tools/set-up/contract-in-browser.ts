import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';

/** What the browser wants to know of an endpoint; the rest is the server's, which checks what comes in. */
const wanted = new Set(['method', 'path', 'status', 'changes', 'shows', 'binaryBody']);
const onlyEndpoints = '?endpoints';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The endpoints of a contract by name, each as the browser needs it: no schema, so nothing of zod. */
export function endpointsOf(path: string, text: string): Map<string, string> {
  const { program } = parseSync(path, text);
  const found = new Map<string, string>();
  for (const { type, declaration } of program.body as unknown as Node[]) {
    const declared =
      type === 'ExportNamedDeclaration' ? (declaration as Node | null)?.declarations : undefined;
    for (const { id, init } of (declared ?? []) as { id: Node; init: Node | null }[]) {
      if ((init?.callee as Node | undefined)?.name !== 'endpoint') continue;
      const [spec] = (init?.arguments ?? []) as Node[];
      const kept = ((spec?.properties ?? []) as Node[]).filter(({ key }) =>
        wanted.has(String((key as Node | null)?.name)),
      );
      found.set(String(id.name), `{ ${kept.map(({ start, end }) => text.slice(start, end)).join(', ')} }`);
    }
  }
  return found;
}

/**
 * In the browser an endpoint comes without its schemas, from a module that has the contract's endpoints and
 * nothing else. A form names the schema that it checks by, and only who opens the form fetches it and zod.
 */
export const contractInBrowser: Plugin = {
  name: 'contract-in-browser',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  load(id) {
    if (!id.endsWith(onlyEndpoints)) return null;
    const path = id.slice(0, -onlyEndpoints.length);
    const endpoints = [...endpointsOf(path, readFileSync(path, 'utf8'))];
    return {
      code: endpoints.map(([name, text]) => `export const ${name} = ${text};\n`).join(''),
      moduleType: 'js',
    };
  },
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/, code: /from '#shared\/contract\// },
    async handler(text, id) {
      let direct = text;
      for (const { start, end, moduleRequest, entries } of parseSync(
        id,
        text,
      ).module.staticImports.toReversed()) {
        const contract =
          moduleRequest.value.startsWith('#shared/contract/') &&
          (await this.resolve(moduleRequest.value, id));
        const used = entries.filter(({ isType }) => !isType);
        if (!contract || used.length === 0) continue;
        const endpoints = endpointsOf(contract.id, readFileSync(contract.id, 'utf8'));
        const from = (file: string, names: typeof used) =>
          names.length === 0
            ? ''
            : `import { ${names.map(({ importName, localName }) => `${importName.name} as ${localName.value}`).join(', ')} } from ${JSON.stringify(file)};`;
        const [bare, whole] = [true, false].map((is) =>
          used.filter(({ importName }) => endpoints.has(importName.name ?? '') === is),
        ) as [typeof used, typeof used];
        if (bare.length === 0) continue;
        direct =
          direct.slice(0, start) +
          from(contract.id + onlyEndpoints, bare) +
          from(moduleRequest.value, whole) +
          direct.slice(end);
      }
      return { code: direct, map: null };
    },
  },
};
