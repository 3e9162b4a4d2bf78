import { builtinModules } from 'node:module';
import { type Import, packageOf, parse, strings } from './syntax.ts';
import { type Complaint, code, isTest, type Rule } from './tree.ts';

interface Direction {
  says: string;
  /** The files it binds. */
  of: (path: string) => boolean;
  refuses: (imported: Import, path: string) => boolean;
}

const under = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const ours = /^(shared|server|web|e2e|bench|tools)\//;
const isPackage = (from: string) => !ours.test(from);
/**
 * The floors of web/, the lowest first; what wakes the site and draws its map (entry-*, router) stands above
 * them all.
 */
const floors = ['web/ui', 'web/api', 'web/islands', 'web/features', 'web/shell', 'web/pages'];
const floorOf = (path: string) => {
  if (/^web\/(entry-[\w-]+|router)\.tsx?$/.test(path)) return floors.length;
  return floors.findIndex((floor) => under(floor)(path));
};
const featureOf = (path: string) => path.match(/^(?:server|web)\/features\/([^/]+)\//)?.[1];
const isRoom = (path: string, ...rooms: string[]) =>
  rooms.some((room) =>
    new RegExp(`^server/features/(?:[^/]+/){1,2}(?:[a-z0-9-]+-)?${room}\\.ts$`).test(path),
  );
const isNodes = (from: string) => from.startsWith('node:') || builtinModules.includes(packageOf(from));

const dates = new Set(['date-fns', '@date-fns/tz']);
const domainPackages: Record<string, (name: string) => boolean> = {
  'shared/domain/clinic-time.ts': (name) => dates.has(name),
  'shared/domain/people/phone.ts': (name) => name === 'libphonenumber-js',
};
const tablePackages = new Set(['drizzle-orm', 'pg', '@electric-sql/pglite']);

/**
 * Where tables may be touched: queries of a noun, of http/ and of delivery/, the database itself, and what
 * tests stand on.
 */
const touchesTables = (path: string) =>
  isRoom(path, 'queries') ||
  /^server\/engine\/[^/]+\/(?:[a-z0-9-]+-)?queries\.ts$/.test(path) ||
  /^server\/(db|engine\/db|testing)\//.test(path) ||
  isTest(path);
const isTable = (from: string) =>
  from.startsWith('server/db/schema/') ||
  from === 'server/db/tables.ts' ||
  tablePackages.has(packageOf(from));

const directions: Direction[] = [
  {
    says: 'shared imports neither side',
    of: under('shared'),
    refuses: ({ from }) => /^(server|web|e2e|bench|tools)\//.test(from),
  },
  {
    says: 'shared does no I/O and knows no React',
    of: (path) => under('shared')(path) && !isTest(path),
    refuses: ({ from }) =>
      isPackage(from) && (isNodes(from) || /^(react|react-dom|fastify)$/.test(packageOf(from))),
  },
  {
    says: 'shared/domain imports zod and itself, clinic-time a date library, phone a phone library',
    of: (path) => under('shared/domain')(path) && !isTest(path),
    refuses: ({ from }, path) =>
      isPackage(from)
        ? from !== 'zod/mini' && !domainPackages[path]?.(packageOf(from))
        : !under('shared/domain')(from),
  },
  {
    says: 'contracts are written in zod/mini, once for both sides',
    of: (path) => under('shared')(path) || under('web')(path),
    refuses: ({ from }) => packageOf(from) === 'zod' && from !== 'zod/mini',
  },
  {
    says: 'dates belong to shared/domain/clinic-time.ts',
    of: (path) => path !== 'shared/domain/clinic-time.ts',
    refuses: ({ from }) => dates.has(packageOf(from)),
  },
  {
    says: 'web never imports server (types come through the contract)',
    of: under('web'),
    refuses: ({ from }) => under('server')(from),
  },
  { says: 'server never imports web', of: under('server'), refuses: ({ from }) => under('web')(from) },
  {
    says: 'web runs in a browser: nothing of Node',
    of: (path) => under('web')(path) && path !== 'web/entry-server.tsx' && !isTest(path),
    refuses: ({ from }) => isNodes(from),
  },
  {
    says: 'nothing in web imports upwards: ui, api, islands, features, shell, pages',
    of: (path) => floorOf(path) >= 0,
    refuses: ({ from }, path) => floorOf(from) > floorOf(path),
  },
  {
    says: 'ui/ knows no contract',
    of: under('web/ui'),
    refuses: ({ from }) => under('shared/contract')(from),
  },
  {
    says: "a web feature knows no other feature's UI",
    of: under('web/features'),
    refuses: ({ from }, path) => under('web/features')(from) && featureOf(from) !== featureOf(path),
  },
  {
    says: 'the engine knows no feature: server/clinic.ts hands it what it needs',
    of: under('server/engine'),
    refuses: ({ from }, path) =>
      under('server/features')(from) ||
      /^server\/(clinic|main|first-start)\.ts$/.test(from) ||
      (!isTest(path) && /^server\/(app\.ts|testing\/|db\/seed\/)/.test(from)),
  },
  {
    says: 'server/db is the ground: it stands on itself and on engine/db',
    of: (path) => under('server/db')(path) && !isTest(path),
    refuses: ({ from }) => under('server')(from) && !/^server\/(db|engine\/db)\//.test(from),
  },
  {
    says: 'features stand below server/clinic.ts and server/app.ts',
    of: under('server/features'),
    refuses: ({ from }, path) => !isTest(path) && /^server\/(clinic|app|main|first-start)\.ts$/.test(from),
  },
  {
    says: 'a server feature reaches another only through its queries.ts, or its actions.ts',
    of: under('server/features'),
    refuses: ({ from }, path) =>
      under('server/features')(from) &&
      featureOf(from) !== featureOf(path) &&
      !isTest(path) &&
      !isRoom(from, 'queries', 'actions'),
  },
  {
    says: 'only queries.ts, db/ and testing/ touch tables',
    of: (path) => under('server')(path) && !touchesTables(path),
    refuses: ({ from }) => isTable(from),
  },
  {
    says: 'actions, queries and messages know no HTTP',
    of: (path) => isRoom(path, 'actions', 'queries', 'messages'),
    refuses: ({ from, onlyTypes }) =>
      packageOf(from) === 'fastify' ||
      from.startsWith('@fastify/') ||
      (under('server/engine/http')(from) && from !== 'server/engine/http/queries.ts' && !onlyTypes),
  },
  {
    says: 'no barrels: import from where it is written',
    of: () => true,
    refuses: ({ from, passedOn }) => passedOn && !isPackage(from),
  },
];

/** Who may import whom. */
export const direction: Rule = (tree) =>
  code(tree, 'shared', 'server', 'web', 'e2e', 'bench', 'tools').flatMap(([path, text]) => {
    const { imports } = parse(path, text);
    return directions
      .filter((rule) => rule.of(path))
      .flatMap((rule) =>
        imports
          .filter((imported) => rule.refuses(imported, path))
          .map(
            ({ from, line }): Complaint => ({
              rule: 'direction',
              path,
              line,
              says: `${rule.says}, but it imports ${from}`,
            }),
          ),
      );
  });

const statement =
  /\b(?:select\s[\s\S]+\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|create\s+table\s)/i;

/** SQL stands where tables may be touched. */
export const sql: Rule = (tree) =>
  code(tree, 'server')
    .filter(([path]) => !touchesTables(path))
    .flatMap(([path, text]) =>
      strings(path, text)
        .filter(({ value }) => statement.test(value))
        .map(({ line }): Complaint => ({ rule: 'sql', path, line, says: 'SQL belongs into a queries.ts' })),
    );
