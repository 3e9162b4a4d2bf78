import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { schemaText } from '#server/engine/db/schema-text.ts';
import { testDatabase } from '#server/testing/test-database.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { allStatuses, statuses } from '#shared/domain/visits/appointment-status.ts';
import { tables } from './tables.ts';

const { pool } = await testDatabase();

async function definitionOf(constraint: string): Promise<string> {
  const { rows } = await pool.query<{ definition: string }>(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [constraint],
  );
  return rows[0]?.definition ?? '';
}

const quoted = (text: string): string[] =>
  [...text.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '').sort();

test('the migrations produce the committed schema', async () => {
  await expect(await schemaText(pool)).toMatchFileSnapshot('./schema.sql');
});

test('the query builder describes every table and column as it is', async () => {
  const { rows } = await pool.query<{
    table: string;
    column: string;
    type: string;
    required: boolean;
    filled: boolean;
    generated: boolean;
  }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required,
        (a.atthasdef and a.attgenerated = '') or a.attidentity <> '' as filled, a.attidentity = 'a'
          or a.attgenerated <> '' as generated
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
        and a.attnum > 0 and not a.attisdropped`,
  );
  const real = rows.map((row) => ({
    ...row,
    type: row.type.replace(/^timestamp\(0\) without/, 'timestamp without'),
  }));
  const described = Object.values(tables).flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) => ({
      table: getTableName(table),
      column: column.name,
      type: longName(column.getSQLType()),
      required: column.notNull,
      filled: column.hasDefault,
      generated: column.generatedIdentity !== undefined || column.generated !== undefined,
    })),
  );
  const line = (column: object): string => JSON.stringify(column, Object.keys(column).sort());
  expect(described.map(line).sort()).toEqual(real.map(line).sort());
});

test('the statuses in the database are those of the domain', async () => {
  expect(quoted(await definitionOf('appointments_status'))).toEqual([...allStatuses].sort());
});

test('every exclusion constraint of appointments leaves out exactly the statuses that free the time', async () => {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'appointments'::regclass and contype = 'x' order by conname`,
  );
  const freeing = allStatuses.filter((status) => statuses[status].freesSlot).sort();
  expect(rows.map(({ name, definition }) => [name, quoted(definition)])).toEqual([
    ['appointments_doctor_overlap', freeing],
    ['appointments_patient_overlap', freeing],
    ['appointments_room_overlap', freeing],
  ]);
});

test('the roles in the database are those of the domain', async () => {
  expect(quoted(await definitionOf('users_role_check'))).toEqual(Object.keys(roles).sort());
});

function longName(type: string): string {
  if (type.startsWith('timestamp') && !type.includes('with time zone')) return 'timestamp without time zone';
  return type.replace(/^varchar/, 'character varying');
}
