import type pg from 'pg';
import {
  edge,
  indexed,
  later,
  type Months,
  monthOf,
  ofPart,
  references,
  sameRows,
  schemaOf,
} from './shape.ts';
import { sharedOut, stepsOn, type Work } from './steps.ts';

/**
 * Visits to come and those of a year stay where they are, with all that keeps them apart; older ones lie in a
 * table of their own that is parted by month. What asks for both asks a view.
 */
const monthsKept = 12;
/** By what somebody still asks for old visits. */
const wanted = [
  'appointments_by_patient',
  'appointments_by_location',
  'appointments_by_time',
  'appointments_by_change_in_order',
];

/** Rows of other tables outlive a visit's move: they refer to its number. */
const numbers = `
  create table visit_numbers as select id from appointments;
  alter table visit_numbers add primary key (id);
  create function visit_numbers_keep() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then insert into visit_numbers values (new.id);
    else delete from visit_numbers where id = old.id;
    end if;
    return null;
  end $$;
  create trigger appointments_number after insert or delete on appointments
    for each row execute function visit_numbers_keep()`;

const kept = (today: string): Date => later(monthOf(today), -monthsKept);

export async function pastByMonth(
  client: pg.Client,
  url: string,
  today: string,
  { first }: Months,
): Promise<void> {
  const step = await stepsOn(client);
  await step('the past, parted', async () => {
    await client.query(`
      create table past_appointments (like appointments including defaults including constraints,
        primary key (id, local_start)) partition by range (local_start)`);
    for (const index of await indexed(client, 'appointments'))
      if (wanted.includes(index.name)) await client.query(ofPart(index, 'past_appointments'));
    await client.query(numbers);
    for (const { from, make, name } of await references(client, 'appointments'))
      if (from !== 'appointments')
        await client.query(`alter table ${from} drop constraint ${name};
          alter table ${from} add constraint ${name} ${make.replace('appointments(', 'visit_numbers(')}`);
    await client.query(`create view all_appointments as
      select * from appointments union all select * from past_appointments`);
  });
  const moved: Work[] = [];
  for (let month = first; month < kept(today); month = later(month, 1)) {
    const [part, from, to] = [`${schemaOf(month)}.appointments`, edge(month), edge(later(month, 1))];
    // Nothing is counted anew: the counts of days tell of visits wherever they lie.
    const move = `
      create schema ${schemaOf(month)};
      create table ${part} (like past_appointments including defaults including constraints);
      with gone as (
        delete from appointments where local_start >= '${from}' and local_start < '${to}' returning *)
      insert into ${part} select * from gone order by local_start, id;
      alter table ${part} add check (local_start >= '${from}' and local_start < '${to}');
      alter table past_appointments attach partition ${part} for values from ('${from}') to ('${to}')`;
    moved.push([part, (one) => one.query(move)]);
  }
  await sharedOut(url, moved);
  await step('none of the past among those to come', async () => {
    await sameRows(client, 'all_appointments', 'visit_numbers');
    await client.query(`alter table appointments add constraint appointments_not_past
      check (local_start >= '${edge(kept(today))}')`);
  });
  // What a year of such moves gives back by itself, a night at a time.
  await step('what stays, packed', () => client.query('vacuum full appointments'), false);
  await step('what stays, vacuumed', () => client.query('vacuum analyze appointments'), false);
  await step('analyze the past', () => client.query('vacuum analyze past_appointments'), false);
}

/** The product reads the view for a while, unchanged: it stands under the name of the table. */
export async function readTogether(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`create schema kept; alter table appointments set schema kept;
    alter view all_appointments rename to appointments`);
  await work().finally(() =>
    client.query(`alter view appointments rename to all_appointments;
      alter table kept.appointments set schema public; drop schema kept`),
  );
}
