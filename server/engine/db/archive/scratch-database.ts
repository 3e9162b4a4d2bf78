import pg from 'pg';
import type { ArchiveContents } from '#server/db/archive-contents.ts';
import { ClinicClient } from '../clinic-pool.ts';
import type { Database } from '../connect.ts';
import { pgErrorCode } from '../transaction.ts';
import { loadArchive } from './load-archive.ts';
import type { Archive } from './read-archive.ts';
import { readManifestOf } from './write-archive.ts';

const insufficientPrivilege = '42501';

/** A connection without time limits. */
async function connectWithoutLimits(url: string): Promise<pg.Client> {
  const client = new ClinicClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  return client;
}

/**
 * Restores an archive into a new database on the same server, compares every table with the archive, and
 * drops the database. Throws an error if a table differs or the role may not create databases.
 */
export async function restoreIntoScratch(
  { pool }: Database,
  archive: Archive,
  { contents, ownerUrl }: { contents: ArchiveContents; ownerUrl: string | undefined },
): Promise<void> {
  const url = ownerUrl ?? pool.options.connectionString ?? '';
  const admin = await connectWithoutLimits(url);
  try {
    const { rows } = await admin.query<{ name: string; collate: string; ctype: string }>(
      `select datname || '_restore_test' as name, datcollate as collate, datctype as ctype
        from pg_database where datname = current_database()`,
    );
    const [{ name, collate, ctype } = { name: '', collate: '', ctype: '' }] = rows;
    const scratch = pg.escapeIdentifier(name);
    await admin.query(`drop database if exists ${scratch} with (force)`);
    await admin
      .query(
        `create database ${scratch} template template0 encoding 'UTF8'
          lc_collate ${pg.escapeLiteral(collate)} lc_ctype ${pg.escapeLiteral(ctype)}`,
      )
      .catch((cause: unknown) => {
        if (pgErrorCode(cause) !== insufficientPrivilege) throw cause;
        throw new Error(
          'The test restore needs a database of its own: as a superuser, run "alter role … createdb" for the role that owns the schema.',
          { cause },
        );
      });
    try {
      await loadAndCompare(urlOfDatabase(url, name), archive, contents);
    } finally {
      await admin.query(`drop database if exists ${scratch} with (force)`);
    }
  } finally {
    await admin.end();
  }
}

function urlOfDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

async function loadAndCompare(url: string, archive: Archive, contents: ArchiveContents): Promise<void> {
  const client = await connectWithoutLimits(url);
  try {
    await loadArchive(client, archive);
    const { tables, pictures } = await readManifestOf(client, contents);
    const wanted = archive.manifest;
    const differing = Object.keys(wanted.tables).filter(
      (table) => tables[table]?.sha256 !== wanted.tables[table]?.sha256,
    );
    if (Object.keys(pictures).length !== Object.keys(wanted.pictures).length) differing.push('pictures');
    for (const [name, { sha256 }] of Object.entries(wanted.pictures))
      if (pictures[name]?.sha256 !== sha256) differing.push(name);
    if (differing.length > 0)
      throw new Error(`The test restore differs from the clinic in ${differing.join(', ')}.`);
  } finally {
    await client.end();
  }
}
