import { createHash } from 'node:crypto';
import type pg from 'pg';
import { quoted } from '#server/engine/db/table-shapes.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly filled: boolean;
}
interface Rule {
  readonly columns: readonly string[];
  readonly text: string;
}
interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Check, key and exclusion constraints by name. */
  readonly rules: Readonly<Record<string, Rule>>;
  readonly parents: readonly { table: string; from: readonly string[]; to: readonly string[] }[];
}

const catalogue = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'required', a.attnotnull, 'filled', a.atthasdef) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and a.attidentity = '') as columns,
    coalesce((select json_object_agg(name, json_build_object('text', text, 'columns', (select
        coalesce(json_agg(attname), '[]') from pg_attribute where attrelid = c.oid and attnum = any(keys))))
      from (select conname as name, pg_get_constraintdef(oid) as text, conkey as keys
          from pg_constraint where conrelid = c.oid and contype in ('c', 'u', 'p', 'x')
        union all select relname, pg_get_indexdef(indexrelid), indkey::int2[] from pg_index
          join pg_class i on i.oid = indexrelid where indrelid = c.oid and indisunique
            and not exists (select from pg_constraint where conindid = indexrelid)) rules), '{}') as rules,
    coalesce((select json_agg(json_build_object('table', f.confrelid::regclass::text,
        'from', (select json_agg(attname order by array_position(f.conkey, attnum)) from pg_attribute
          where attrelid = c.oid and attnum = any(f.conkey)),
        'to', (select json_agg(attname order by array_position(f.confkey, attnum)) from pg_attribute
          where attrelid = f.confrelid and attnum = any(f.confkey)))
        order by cardinality(f.conkey), f.conname)
      from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as parents
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname <> 'migrations' order by c.oid`;

const texts = ['Mona Ali', 'منى السيد', 'mona@mail.example', '+201001234567', 'kind', '10:30', 'ar', 'x'];
const numbers = ['0', '1', '2', '3', '7', '30', '150', '181', '900', '1140', '1500', '2030'];
const hours = ['00:00', '01:20', '10:00', '15:40', '23:50'];
const tries = 80;

/**
 * Generates rows that a schema of any version accepts: random values by type, drawn again if a constraint
 * rejects them.
 */
export class AnyRows {
  readonly #client: pg.ClientBase;
  #state: number;
  #last = 0;
  /** Values of the current row, so that an end can be later than its beginning. */
  #day = '2027-01-11';

  constructor(client: pg.ClientBase, seed: number) {
    this.#client = client;
    this.#state = 1 + (Math.abs(seed) % 2147483646);
  }

  /**
   * Inserts rows into the tables without rows and into the named changed tables; returns the tables that
   * accepted none.
   */
  async fill(count: number, changed: (table: string) => boolean): Promise<string[]> {
    const tables = (await this.#client.query<Table>(catalogue)).rows;
    const refused: string[] = [];
    for (const table of inOrder(tables)) {
      const { rowCount: has } = await this.#client.query(`select from ${quoted(table.name)} limit 1`);
      if (has && !changed(table.name)) continue;
      let taken = 0;
      while (taken < count && (await this.#insert(table))) taken++;
      if (!has && taken === 0) refused.push(table.name);
    }
    return refused;
  }

  async #insert(table: Table): Promise<boolean> {
    const row = new Map<string, string | null>();
    this.#day = `2027-0${1 + this.#one(9)}-1${this.#one(10)}`;
    for (const column of table.columns) row.set(column.name, this.#draw(table, column));
    await this.#drawParents(table, row, null);
    for (let times = 0; times < tries; times++) {
      const error = await this.#try(table, row);
      if (!error) return true;
      const told = error.column ? [error.column] : table.rules[error.constraint ?? '']?.columns;
      const again = told?.length ? table.columns.filter(({ name }) => told.includes(name)) : table.columns;
      for (const column of again)
        if (column.name === error.column || this.#one(2)) row.set(column.name, this.#draw(table, column));
      await this.#drawParents(table, row, told?.length ? told : null);
    }
    return false;
  }

  async #try(table: Table, row: ReadonlyMap<string, string | null>): Promise<pg.DatabaseError | null> {
    const given = [...row].filter(([, value]) => value !== undefinedHere);
    const names = given.map(([name]) => quoted(name)).join(', ');
    const values = given.map((_, at) => `$${at + 1}`).join(', ');
    await this.#client.query('savepoint a_row');
    try {
      await this.#client.query(
        `insert into ${quoted(table.name)} (${names}) values (${values})`,
        given.map(([, value]) => value),
      );
      await this.#client.query('release a_row');
      return null;
    } catch (error) {
      await this.#client.query('rollback to a_row');
      return error as pg.DatabaseError;
    }
  }

  /** A foreign key points to an existing row; all columns of a composite key come from the same row. */
  async #drawParents(
    table: Table,
    row: Map<string, string | null>,
    only: readonly string[] | null,
  ): Promise<void> {
    for (const { table: parent, from, to } of table.parents) {
      if (only && !from.some((name) => only.includes(name))) continue;
      const columns = to.map((name) => `${quoted(name)}::text`).join(', ');
      const { rows } = await this.#client.query<Record<string, string>>(
        `select ${columns} from ${parent} order by 1`,
      );
      const chosen = rows[this.#one(Math.max(1, rows.length))];
      const free = table.columns.find(({ name, required }) => !required && from.includes(name));
      if (free && (!chosen || !this.#one(3))) row.set(free.name, null);
      else if (chosen) for (const [at, name] of from.entries()) row.set(name, chosen[to[at] ?? ''] ?? null);
    }
  }

  #draw(table: Table, { name, type, required, filled }: Column): string | null {
    if (filled && !this.#one(3)) return undefinedHere;
    if (!required && !this.#one(3)) return null;
    const array = type.endsWith('[]');
    const value = this.#value(
      this.#named(table, name),
      this.#bounds(table, name),
      array ? type.slice(0, -2) : type,
    );
    return value === undefinedHere || !array ? value : `{"${value}"}`;
  }

  /** The texts in the constraints of a column. */
  #named(table: Table, column: string): string[] {
    return Object.values(table.rules)
      .filter(({ columns, text }) => columns.includes(column) && /^CHECK(?!.* ~ )/.test(text))
      .flatMap(({ text }) => [...text.matchAll(/'([^']+)'::text/g)].map((found) => found[1] ?? ''));
  }

  /** The integers in the constraints of a column. */
  #bounds(table: Table, column: string): string[] {
    return Object.values(table.rules)
      .filter(({ columns, text }) => columns.includes(column) && text.startsWith('CHECK'))
      .flatMap(({ text }) => text.match(/(?<=[(= ])\d+(?=\))/g) ?? []);
  }

  #value(named: readonly string[], bounds: readonly string[], type: string): string {
    const at = `${this.#day} ${this.#of(hours)}`;
    if (named.length > 0 && /^(text|character)/.test(type)) return this.#of(named);
    const hash = createHash('sha256')
      .update(String(++this.#last))
      .digest('hex');
    if (/^(text|character)/.test(type)) return this.#of([...texts, hash, hash, `patient.${this.#last}`]);
    if (/^(small|big)?int/.test(type)) return this.#of([...numbers, ...bounds, ...bounds]);
    if (/^(numeric|real|double)/.test(type)) return `${this.#one(100)}.5`;
    if (type.startsWith('timestamp')) return at;
    if (type === 'date') return this.#day;
    if (type.startsWith('time')) return this.#of(hours);
    if (type === 'interval') return `${1 + this.#one(30)} days`;
    if (type === 'tsrange') return `[${at},2028-01-01 12:00)`;
    if (type === 'daterange') return `[${this.#day},)`;
    if (type === 'boolean') return this.#of(['true', 'false']);
    if (type === 'bytea') return `\\x${hash}`;
    if (type === 'inet') return `10.0.0.${this.#one(250)}`;
    if (type === 'uuid') return hash.slice(0, 32);
    if (type === 'tsvector') return 'mona';
    if (/^jsonb?$/.test(type)) return this.#of(['{}', '{"status": "pending"}']);
    return undefinedHere; // filled by the database
  }

  #of<T>(list: readonly T[]): T {
    return list[this.#one(list.length)] as T;
  }

  #one(of: number): number {
    this.#state = (this.#state * 48271) % 2147483647;
    return this.#state % of;
  }
}

const undefinedHere = '\u0000';

/** Parents before children. */
function inOrder(tables: readonly Table[]): Table[] {
  const done = new Set<string>();
  const ordered: Table[] = [];
  const visit = (table: Table): void => {
    if (done.has(table.name)) return;
    done.add(table.name);
    for (const { table: parent } of table.parents) {
      const found = tables.find(({ name }) => name === parent);
      if (found) visit(found);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
