import * as z from 'zod/mini';

/** The format is described in docs/moving.md. */
export const formatVersion = 1;
export const manifestFile = 'manifest.json';

const fileSum = { bytes: z.int(), sha256: z.string() };
const reasons = z.record(z.string(), z.string());

const table = z.object({
  file: z.string(),
  rows: z.int(),
  ...fileSum,
  /** Types by column. */
  columns: z.record(z.string(), z.string()),
  /** Last number from the table's sequence: numbers of deleted rows are not used again. */
  lastNumber: z.optional(z.int()),
  /** Why a column is not in the file. */
  leftOut: z.optional(reasons),
  /** Why some rows are not in the file. */
  leftOutRows: z.optional(z.string()),
});

/** Describes an archive: every table of the clinic, and what is not in the archive and why. */
export const manifestSchema = z.object({
  format: z.literal('hakima-archive'),
  version: z.literal(formatVersion),
  /** A backup contains everything. An archive for moving omits data that must not leave this server. */
  kind: z.enum(['backup', 'move']),
  createdAt: z.iso.datetime(),
  /** Migrations of the schema. */
  migrations: z.array(z.string()),
  tables: z.record(z.string(), table),
  /** Why a table is not in the archive. */
  leftOutTables: reasons,
  /** The picture files by name. */
  pictures: z.record(z.string(), z.object(fileSum)),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableEntry = z.infer<typeof table>;

/** The table whose rows are pictures. Each picture is a file of its own in the archive. */
export const pictureTable = 'uploads';

export const pictureFile = (id: string, mediaType: string): string =>
  `pictures/${id}.${mediaType.replace(/^image\//, '').replace(/[^a-z0-9]/g, '')}`;
