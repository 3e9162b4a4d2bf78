import { parseSync, type StaticImportEntry } from 'oxc-parser';

/**
 * A module with other imports in place of those for which `instead` has some: it is told where from, and what
 * of it is more than a type.
 */
export async function rewriteImports(
  path: string,
  text: string,
  instead: (from: string, used: readonly StaticImportEntry[]) => Promise<string | undefined>,
): Promise<{ code: string; map: null }> {
  let code = text;
  const { module } = parseSync(path, text);
  for (const { start, end, moduleRequest, entries } of module.staticImports.toReversed()) {
    const used = entries.filter(({ isType }) => !isType);
    const others = used.length > 0 && (await instead(moduleRequest.value, used));
    if (others) code = code.slice(0, start) + others + code.slice(end);
  }
  return { code, map: null };
}
