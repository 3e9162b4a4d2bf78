import type { Complaint, Rule } from './tree.ts';
import { isTest } from './tree.ts';

const name = '[a-z0-9]+(?:-[a-z0-9]+)*';
const source = `${name}(?:\\.test)?\\.ts`;
const element = `${name}(?:\\.test)?\\.tsx?`;
const island = `${name}\\.island\\.tsx`;
const areas =
  'common|errors|public|booking|account|doctor|admin|staff|desk|logs|mail|offer|notice|plans|waiting|import' +
  '|privacy|copy|connections|guide|family|calendar|webhook|merge|moving|console|session';

/**
 * Which files a folder may hold. A room that grew over its limit is parted: `cancel-actions.ts` beside
 * `actions.ts`.
 */
const rooms: Record<string, string[]> = {
  'shared/contract(?:/(?:connections|desk|own))?': [source],
  'shared/domain(?:/(?:visits|people|imports|messages|connections))?': [source],
  'shared/messages': ['(?:catalogue|all-words|dictionaries)\\.ts', `${name}\\.test\\.ts`],
  'shared/messages/(?:en|ar)': [`(?:${areas})(?:-${name})?\\.ts`],
  shared: ['errors(?:\\.test)?\\.ts', '(?:page|site|fields|cookies)\\.ts'],
  'server/features/*(?:/*)?': [
    `(?:${name}-)?(?:routes|actions|queries|messages)\\.ts`,
    `${name}\\.test\\.ts`,
  ],
  'server/db': [source, 'schema\\.sql'],
  'server/db/schema': [source],
  'server/db/seed': [source],
  'server/db/migrations': [`\\d{4}-${name}\\.sql`],
  'server/engine/*(?:/*)?': [source],
  'server/testing(?:/databases|/proofs(?:/(?:booking|fuzz))?)?': [source],
  'server/testing/lists': ['workbook\\.ts', `${name}\\.(?:csv|txt|xlsx|xlsm|ods)`],
  'server/testing/certificates': [`${name}\\.pem`],
  server: [
    '(?:main|compile|compiled|start|serve|app|clinic|open-clinic|config|deps|first-start)(?:\\.test)?\\.ts',
  ],
  'web/islands': [element],
  'web/shell': [element, island],
  'web/pages/(public|account|doctor|admin|clinic)': [element, island],
  'web/pages': ['(?:page|first-reads|faces)\\.ts', 'head\\.tsx'],
  'web/features/*(?:/*)?': [element, island],
  'web/ui(?:/(?:form|form/time|overlay|frame|drawings|phone))?': [element],
  'web/api(?:/(?:files|log|own))?': [source],
  'web/styles': [`${name}\\.css`],
  'web/styles/fonts': [`${name}\\.woff2`],
  'web/public': [`${name}\\.${name}`],
  web: ['entry-server\\.tsx', 'entry-client\\.tsx?', 'router\\.tsx', 'i18n(?:\\.test)?\\.tsx?'],
  e2e: [
    '(?:authenticator|axe-look|branches|by-phone|clock|fixtures|islands|heard|opened-pages|own-clinic|servers|visits|words)\\.ts',
    `${name}\\.spec\\.ts`,
  ],
  'e2e/(?:public|account|doctor|admin|clinic)': [`${name}\\.spec\\.ts`],
  'bench(?:/months)?': [source],
  'tools(?:/(?:backup|bundle|dev|fonts|lighthouse|pictures|prove|set-up|structure|test-run))?': [
    `${name}\\.mjs`,
    source,
  ],
  'tools/prove/(?:cluster|crash|day|failover|faults|upgrade)': [source],
  // As Python calls it, read by the Patroni of the proof.
  'tools/prove/failover/still': ['sitecustomize\\.py'],
  'tools/dependencies': [source, 'advisories\\.json'],
  'tools/fonts/whole': [`${name}\\.woff2`],
  'tools/fonts/thin': [`${name}\\.woff2`, 'thin-faces\\.py'],
  'tools/dev/gallery': [element],
  'tools/chromium': [`${name}\\.mjs`, 'package\\.json', 'package-lock\\.json'],
  docs: [`${name}\\.md`],
  'docs/decisions': [`\\d{3}-${name}\\.md`],
  'docs/pictures': [`${name}\\.(?:png|jpg|svg|webp)`],
};

const patterns = Object.entries(rooms).map(
  ([folder, files]) => new RegExp(`^${folder.replaceAll('*', name)}/(?:${files.join('|')})$`),
);
const roots = /^(shared|server|web|e2e|bench|tools|docs)\//;
const forbidden = /^(utils?|helpers?|types?|index|common|misc|lib)$/;
const limits = { code: 300, test: 400, decision: 45, folder: 25 };
/** Read by number, one more with every change of the schema; by area and key; and pictures. */
const unlimited = new Set([
  'server/db/migrations',
  'docs/decisions',
  'shared/messages/en',
  'shared/messages/ar',
  'docs/decisions',
  'docs/pictures',
]);

/** Every file has a name that its folder knows, in kebab-case. */
export const vocabulary: Rule = (tree) =>
  [...tree.keys()].flatMap((path): Complaint[] => {
    if (!roots.test(path)) return [];
    const says: string[] = [];
    const parts = path.split('/');
    const file = parts.at(-1) ?? '';
    const words = [...parts.slice(0, -1), file.replace(/\..*$/, '')];
    if (parts.some((part) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(part)))
      says.push('is not kebab-case');
    const vague = path.startsWith('shared/messages/')
      ? undefined
      : words.find((word) => forbidden.test(word));
    if (vague) says.push(`"${vague}" says nothing: name it after what it holds`);
    if (!patterns.some((pattern) => pattern.test(path)))
      says.push('is no file that this folder knows (tools/structure/vocabulary.ts)');
    return says.map((text) => ({ rule: 'vocabulary', path, says: text }));
  });

/** Files stay short enough to be read in one go. */
export const length: Rule = (tree) =>
  [...tree].flatMap(([path, text]): Complaint[] => {
    const isDecision = path.startsWith('docs/decisions/');
    if (!isDecision && !/\.(ts|tsx|mjs|css)$/.test(path)) return [];
    const limit = isDecision ? limits.decision : isTest(path) ? limits.test : limits.code;
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return lines > limit
      ? [{ rule: 'length', path, says: `has ${lines} lines, at most ${limit} are good` }]
      : [];
  });

/** A folder is taken in at a glance; one that grew over its limit is parted into rooms. */
export const crowding: Rule = (tree) => {
  const folders = new Map<string, number>();
  for (const path of tree.keys()) {
    const folder = path.split('/').slice(0, -1).join('/');
    if (roots.test(path) && !unlimited.has(folder)) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders]
    .filter(([, files]) => files > limits.folder)
    .map(([path, files]) => ({
      rule: 'crowding',
      path,
      says: `holds ${files} files, at most ${limits.folder} are good`,
    }));
};
