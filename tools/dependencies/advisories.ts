import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies, validRange } from 'semver';

/** An advisory about a package: the ranges of versions it means, as npm writes them. */
interface Advisory {
  readonly id: string;
  readonly package: string;
  readonly ranges: readonly string[];
  readonly severity: string;
  readonly title: string;
}

/** What was known of these packages when the newest of all advisories was written. */
export interface AdvisoryList {
  readonly source: string;
  readonly newest: string;
  readonly names: readonly string[];
  readonly advisories: readonly Advisory[];
}

/** Why an advisory does not touch us, and the last day on which that is taken for granted. */
export interface Reason {
  readonly id: string;
  readonly until: string;
  readonly since: string;
}

interface Installed {
  readonly name: string;
  readonly version: string;
}

/** An advisory as its database keeps it (OSV); of the events of a range each comes after what it ends. */
interface Affected {
  package: { ecosystem: string; name: string };
  ranges?: { events: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
  versions?: string[];
  database_specific?: { last_known_affected_version_range?: string };
}
interface Osv {
  id: string;
  modified: string;
  withdrawn?: string;
  summary?: string;
  affected?: Affected[];
  database_specific?: { severity?: string };
}

/** What cannot be read as a range means every version: somebody shall look. */
const readable = (range: string): string => (validRange(range) === null ? '*' : range);

/** A range that no event ends ends with the last version that is known to be meant, as `npm audit` has it. */
function rangesOf({ ranges = [], versions = [], database_specific: more = {} }: Affected): string[] {
  const found = [...versions];
  for (const { events } of ranges) {
    let from: string | null = null;
    for (const { introduced, fixed, last_affected: last } of events) {
      if (introduced !== undefined) from = introduced === '0' ? '>=0.0.0-0' : `>=${introduced}`;
      const until = fixed === undefined ? last && `<=${last}` : `<${fixed}`;
      if (from === null || until === undefined) continue;
      found.push(`${from} ${until}`);
      from = null;
    }
    if (from !== null) found.push(`${from} ${more.last_known_affected_version_range ?? ''}`.trim());
  }
  return found.length === 0 ? ['*'] : found.map(readable);
}

const reviewed = 'advisories/github-reviewed';

/** What a clone of the database says of these packages; what was withdrawn is left out. */
export function listFrom(clone: string, names: readonly string[]): AdvisoryList {
  const wanted = new Set(names);
  const about = new Map<string, Advisory>();
  let newest = '';
  for (const path of readdirSync(join(clone, reviewed), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.json')) continue;
    const osv = JSON.parse(readFileSync(join(clone, reviewed, path), 'utf8')) as Osv;
    if (osv.modified > newest) newest = osv.modified;
    if (osv.withdrawn) continue;
    const { id, summary: title = '', affected = [], database_specific: { severity = 'unknown' } = {} } = osv;
    for (const one of affected) {
      const { ecosystem, name } = one.package;
      if (ecosystem !== 'npm' || !wanted.has(name)) continue;
      const ranges = [...(about.get(`${name} ${id}`)?.ranges ?? []), ...rangesOf(one)];
      about.set(`${name} ${id}`, { id, package: name, ranges, severity: severity.toLowerCase(), title });
    }
  }
  return {
    source: `GitHub Advisory Database, ${reviewed}`,
    newest: newest.slice(0, 10),
    names: [...wanted].sort(),
    advisories: [...about].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, advisory]) => advisory),
  };
}

/** What is installed and spoken of without a reason that stands, and the reasons that nothing needs. */
export function complaints(
  { advisories }: AdvisoryList,
  installed: readonly Installed[],
  reasons: readonly Reason[],
  today: string,
): string[] {
  const touched = advisories.flatMap((advisory) =>
    installed
      .filter(({ name }) => name === advisory.package)
      .filter(({ version }) =>
        advisory.ranges.some((range) => satisfies(version, range, { includePrerelease: true })),
      )
      .map(({ name, version }) => ({ ...advisory, installed: `${name} ${version}` })),
  );
  const standing = new Set(reasons.filter(({ until }) => until >= today).map(({ id }) => id));
  const needed = new Set(touched.map(({ id }) => id));
  return [
    ...touched
      .filter(({ id }) => !standing.has(id))
      .map(({ id, installed: what, severity, title }) => `${what}: ${id} (${severity}) ${title}`),
    ...reasons.filter(({ id }) => !needed.has(id)).map(({ id }) => `${id} needs no reason (any more)`),
  ];
}
