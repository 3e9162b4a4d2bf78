import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

// `new URL` works in the sources and in the bundle: the build copies server/db/migrations to
// dist/server/migrations, beside the bundled file.
const folder = new URL('./migrations/', import.meta.url);

let loaded: readonly Migration[] | undefined;

/** The migrations of this version, in order. */
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
