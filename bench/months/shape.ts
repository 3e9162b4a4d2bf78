import type pg from 'pg';
import { leftOut, type Named, takenIn } from './apart.ts';
import { stepsOn } from './steps.ts';

/**
 * `appointments` parted by month and `events` by number. PostgreSQL refuses
 * an exclusion constraint on a parted table, but not on its parts: each month has its own three. Between two
 * months nothing can overlap, because no visit of a month reaches over its end, at the edge of the clinic's
 * day. A month lies in a schema of its own, so that its constraints have the names that the product knows.
 */
export const monthOf = (date: string): Date => new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
export const later = (month: Date, n: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + n, 1));
export const edge = (month: Date): string => `${month.toISOString().slice(0, 10)} 03:00`;
export const schemaOf = (month: Date): string =>
  `visits_${month.toISOString().slice(0, 7).replace('-', '_')}`;
const monthsAhead = 25;

interface Reference extends Named {
  from: string;
}

async function list<T extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<T[]> {
  return (await client.query<T>(text, values)).rows;
}

const excluded = (client: pg.Client, table: string): Promise<Named[]> =>
  list(
    client,
    `select conname::text as name, pg_get_constraintdef(oid) as make from pg_constraint
      where conrelid = $1::regclass and contype = 'x' order by 1`,
    [table],
  );
export const indexed = (client: pg.Client, table: string): Promise<Named[]> =>
  list(
    client,
    `select relname::text as name, pg_get_indexdef(indexrelid) as make
      from pg_index i join pg_class c on c.oid = indexrelid where indrelid = $1::regclass
        and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
    [table],
  );
const triggers = (client: pg.Client, table: string): Promise<Named[]> =>
  list(
    client,
    `select tgname::text as name, pg_get_triggerdef(oid) as make from pg_trigger
      where tgrelid = $1::regclass and not tgisinternal order by 1`,
    [table],
  );

/** References of a table, and to it. */
export const references = (client: pg.Client, table: string): Promise<Reference[]> =>
  list(
    client,
    `select conrelid::regclass::text as "from", conname::text as name, pg_get_constraintdef(oid) as make
      from pg_constraint where contype = 'f' and (conrelid = $1::regclass or confrelid = $1::regclass)`,
    [table],
  );

const isUnique = ({ make }: Named): boolean => make.startsWith('CREATE UNIQUE');
export const ofPart = ({ make }: Named, part: string): string =>
  make.replace(/^(CREATE (?:UNIQUE )?INDEX) \w+ ON public\.\w+/, `$1 ON ${part}`);

/**
 * What stays unique over all months, and what other tables refer to: where each visit stands, and under
 * which key it was booked. Who is moved to another month goes there as one that
 * is deleted and one that comes.
 */
const numbers = `
  create table visit_numbers (
    id int primary key,
    local_start timestamp(0) not null,
    created_by int,
    idempotency_key text);
  insert into visit_numbers
    select id, local_start, created_by, idempotency_key from appointments_whole order by id;
  create unique index visit_numbers_idempotency on visit_numbers (created_by, idempotency_key)
    where idempotency_key is not null;
  create function visit_numbers_keep() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into visit_numbers values (new.id, new.local_start, new.created_by, new.idempotency_key)
        on conflict (id) do update set local_start = excluded.local_start;
    elsif tg_op = 'UPDATE' then
      update visit_numbers set local_start = new.local_start where id = new.id;
    elsif not exists (select from appointments where id = old.id) then
      delete from visit_numbers where id = old.id;
    end if;
    return null;
  end $$`;

/** The table under another name, an empty parted one in its place, with what is not of its rows' numbers. */
async function partedBeside(client: pg.Client, table: string, by: string, key: string): Promise<void> {
  const [plain, acts] = [await indexed(client, table), await triggers(client, table)];
  const whole = `${table}_whole`;
  await client.query(`
    alter table ${table} rename to ${whole};
    alter table ${whole} alter id drop identity;
    create sequence ${table}_id_seq;
    select setval('${table}_id_seq', (select max(id) from ${whole}));
    create table ${table} (like ${whole} including defaults including constraints) partition by range (${by});
    alter table ${table} alter id set default nextval('${table}_id_seq');
    alter table ${whole} rename constraint ${table}_pkey to ${whole}_pkey;
    alter table ${table} add constraint ${table}_pkey primary key (${key})`);
  for (const index of plain) {
    await client.query(`alter index ${index.name} rename to ${index.name}_whole`);
    if (isUnique(index)) continue;
    await client.query(ofPart(index, table).replace(/^CREATE INDEX/, `create index ${index.name}`));
  }
  for (const { make } of acts) await client.query(make);
}

export interface Months {
  first: Date;
  end: Date;
}

/** From the oldest visit until as far ahead as anybody books. */
export async function monthsOf(client: pg.Client, today: string): Promise<Months> {
  const [oldest] = await list<{ day: string }>(
    client,
    `select to_char(min(day), 'YYYY-MM-DD') as day from day_counts`,
  );
  return { first: monthOf(oldest?.day ?? today), end: later(monthOf(today), monthsAhead) };
}

export async function visitsByMonth(client: pg.Client, today: string): Promise<Months> {
  const step = await stepsOn(client);
  const whole = 'appointments_whole';
  await step('appointments, parted', async () => {
    const all = await references(client, 'appointments');
    for (const { from, name } of all) await client.query(`alter table ${from} drop constraint ${name}`);
    await partedBeside(client, 'appointments', 'local_start', 'id, local_start');
    await client.query(numbers);
    for (const { from, make, name } of all)
      await client.query(
        `alter table ${from} add constraint ${name} ${make.replace('appointments(', 'visit_numbers(')}`,
      );
    await client.query(`create trigger appointments_number after insert or delete or update of local_start
      on appointments for each row execute function visit_numbers_keep()`);
  });
  await step('analyze visit_numbers', () => client.query('analyze visit_numbers'));
  const done = await client.query("select from bench_steps where name = 'appointments, whole ones go'");
  const months = await monthsOf(client, today);
  if (done.rowCount) return months;
  const apart = await excluded(client, whole);
  const { first, end } = months;
  for (let month = first; month < end; month = later(month, 1)) {
    const [schema, from, to] = [schemaOf(month), edge(month), edge(later(month, 1))];
    const part = `${schema}.appointments`;
    await step(part, async () => {
      await client.query(`
        create schema ${schema};
        create table ${part} (like appointments including defaults including constraints);
        create index appointments_by_time on ${part} (local_start, id) include (status, location_id)`);
      for (const { name, make } of apart)
        await client.query(`alter table ${part} add constraint ${name} ${make}`);
      const apartAnew = await leftOut(client, part);
      await client.query(
        `insert into ${part} select * from ${whole} where local_start >= '${from}' and local_start < '${to}'
          order by local_start, id`,
      );
      for (const { make } of apartAnew) await client.query(make);
      await takenIn(client, part);
      await client.query(`alter table ${part} add constraint appointments_in_month
        check (local_start >= '${from}' and local_end <= '${to}')`);
      await client.query(`
        create unique index appointments_idempotency on ${part} (created_by, idempotency_key)
          where idempotency_key is not null;
        alter table appointments attach partition ${part} for values from ('${from}') to ('${to}')`);
    });
  }
  await step('appointments, whole ones go', async () => {
    await sameRows(client, whole, 'appointments');
    await client.query(`drop table ${whole}`);
  });
  await step('analyze appointments', () => client.query('vacuum analyze appointments'), false);
  return months;
}

export async function sameRows(client: pg.Client, one: string, other: string): Promise<void> {
  const [n] = await list<{ one: string; other: string }>(
    client,
    `select (select count(*) from ${one}) as one, (select count(*) from ${other}) as other`,
  );
  if (n?.one !== n?.other) throw new Error(`${n?.one} rows in ${one}, ${n?.other} in ${other}`);
}

/** Lines of the trail are looked for by what they are of, the newest or oldest first: by their numbers. */
export async function trailByNumber(client: pg.Client, { first, end }: Months): Promise<void> {
  const step = await stepsOn(client);
  const parts = Math.max(1, Math.round((end.getTime() - first.getTime()) / 2.63e9) - monthsAhead);
  const done = await client.query("select from bench_steps where name = 'events, whole ones go'");
  if (done.rowCount) return;
  await step('events, parted', () => partedBeside(client, 'events', 'id', 'id'));
  const [most] = await list<{ id: number }>(client, 'select max(id)::int as id from events_whole');
  const size = Math.ceil((most?.id ?? 1) / parts / 1000) * 1000;
  const once = (await indexed(client, 'events_whole')).filter(isUnique);
  for (let n = 0; n < parts + 3; n++) {
    const part = `events_${n}`;
    const [from, to] = [n * size, (n + 1) * size];
    await step(part, async () => {
      await client.query(`
        create table ${part} (like events including defaults including constraints);
        insert into ${part} select * from events_whole where id >= ${from} and id < ${to} order by id;
        alter table ${part} add check (id >= ${from} and id < ${to})`);
      for (const index of once) await client.query(ofPart(index, part));
      await client.query(`
        alter table events attach partition ${part} for values from (${from}) to (${to});
        create trigger events_not_emptied before truncate on ${part}
          for each statement execute function events_append_only()`);
    });
  }
  await step('events, whole ones go', async () => {
    await sameRows(client, 'events_whole', 'events');
    await client.query('drop table events_whole');
  });
  await step('analyze events', () => client.query('vacuum analyze events'), false);
}
