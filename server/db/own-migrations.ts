import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

// `new URL` beside this module holds in the sources and in the bundle alike: the build copies
// server/db/migrations to dist/server/migrations, next to the bundled file.
const folder = new URL('./migrations/', import.meta.url);

let loaded: readonly Migration[] | undefined;

/** The migrations that belong to this version of the program, in their order. */
export function ownMigrations(): readonly Migration[] {
  loaded ??= readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }));
  return loaded;
}
