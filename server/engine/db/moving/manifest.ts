import type { TableShape } from '#server/engine/db/table-shapes.ts';

/** A file that left, and what it is known by. */
export interface FileSum {
  readonly file: string;
  /** Of which table; a picture is of none. */
  readonly table?: string;
  readonly rows?: number;
  /** Of a part of the history: the number of its last line. */
  readonly last?: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A table as it left: its columns with their types, and what of it stayed, with the reason. */
export interface MovedTable {
  readonly columns: TableShape['columns'];
  /** A reason where the whole table stayed, else the columns that did. */
  readonly left: string | Readonly<Record<string, string>>;
  /** Why some of its rows stayed. */
  readonly leftRows?: string;
}

/** What a clinic that moves consists of. */
export interface Manifest {
  readonly hakima: 'clinic';
  readonly format: 1;
  readonly at: string;
  /** The schema it was: the names of its migrations. */
  readonly migrations: readonly string[];
  /** Parents before children. */
  readonly tables: Readonly<Record<string, MovedTable>>;
  readonly files: readonly FileSum[];
  /** The last number that each table has given out: none is given to somebody else. */
  readonly numbers: Readonly<Record<string, number>>;
}

export const manifestFile = 'manifest.json';

export const columnsThatMoved = ({ columns, left }: MovedTable): TableShape['columns'] =>
  typeof left === 'string' ? [] : columns.filter(([name]) => !(name in left));

/** May a text of this type begin as a formula does? */
export const isText = (type: string): boolean => /^(text|character)/.test(type);
