import { loadavg } from 'node:os';
import type pg from 'pg';
import { type Answered, type Call, percentile, send } from '../load.ts';
import { familyMs, parentOf } from '../processor.ts';
import { freeTime } from '../scenarios.ts';
import { cookieOf, dayFromToday, staffCookie, tokenOf } from '../seed.ts';
import { benchKey, type Clinic } from './fill.ts';

/** What a kind of request costs the database, and what its caller waits. */
export interface Cost {
  what: string;
  /** Of a request: processor time of all of PostgreSQL, and pages touched. */
  ms: number;
  pages: number;
  p50: number;
  p95: number;
  /** What no answer came of. */
  failed: string;
}

interface Kind {
  what: string;
  status: number;
  calls: number;
  call: (i: number) => Call;
  /** Not more than the first rows of an answer that would go on and on. */
  firstRows?: boolean;
  writes?: boolean;
}

const often = 40;
const words = ['Mona Ali', 'فاطمه محمود', 'Sara 12', '0100 37', 'نورا', 'patient77', 'HKM-000500'];

/** Every hot request; `round` makes those that cannot be asked twice others than before. */
function kinds({ today, branches, visits }: Clinic, round: number, booked: readonly number[]): Kind[] {
  const day = (n: number) => dayFromToday(today, n);
  const staff = (what: string, path: (i: number) => string): Kind => ({
    what,
    status: 200,
    calls: often,
    call: (i) => ({ path: path(i), cookie: staffCookie }),
  });
  const program = (what: string, path: (i: number) => string): Kind => ({
    ...staff(what, path),
    call: (i) => ({ path: `/fhir/R4${path(i)}`, headers: { authorization: `Bearer ${benchKey}` } }),
  });
  // Of the newest tenth, which stays among those to come.
  const visit = (i: number) => 1 + ((i * 104_729) % Math.floor(visits / 10));
  const patient = (i: number) => 1 + ((i * 7919 + round) % 3000);
  const branch = (i: number) => 1 + (i % branches);
  const free = (i: number, query: string) => `/api/locations/${branch(i)}/availability?service=1&${query}`;
  const nth = (i: number) => round * 200 + i;
  return [
    {
      ...staff('free times of a day', (i) => free(i, `date=${day(1 + (Math.floor(i / branches) % 30))}`)),
      calls: often,
    },
    {
      ...staff('free days of a month', (i) => free(i, `from=${day(1)}&to=${day(31)}`)),
      calls: Math.min(often, branches),
    },
    {
      what: 'a booking',
      writes: true,
      status: 201,
      calls: often,
      call: (i) => ({
        method: 'POST',
        path: '/api/appointments',
        cookie: cookieOf(tokenOf(1 + nth(i))),
        body: { userId: 1 + nth(i), service: '1', ...freeTime(today, nth(i)) },
      }),
    },
    {
      what: 'a move to another month',
      writes: true,
      status: 200,
      calls: often,
      call: (i) => ({
        method: 'PATCH',
        path: `/api/appointments/${booked[i]}`,
        cookie: staffCookie,
        body: {
          appointmentDate: day(70 + round),
          appointmentTime: `${15 + (i % 4)}:${['00', '20', '40'][Math.floor(i / 4) % 3]}`,
          locationId: 1 + (Math.floor(i / 12) % 8),
        },
      }),
    },
    staff(
      "the desk's day of a branch",
      (i) => `/api/appointments/day?locationId=${branch(i)}&date=${day(-i * 9)}`,
    ),
    staff('list, first page', () => '/api/appointments?limit=50'),
    staff('list, newest first', () => '/api/appointments?limit=50&sort=-date'),
    staff(
      'list, branch and status',
      (i) => `/api/appointments?limit=50&locationId=${branch(i)}&status=no_show`,
    ),
    staff('list, a week', (i) => `/api/appointments?limit=50&from=${day(-7 - i * 8)}&to=${day(-i * 8)}`),
    staff(
      'list, searched',
      (i) => `/api/appointments?limit=50&q=${encodeURIComponent(words[i % words.length] ?? '')}`,
    ),
    staff('tiles', () => '/api/appointments/summary'),
    staff('calendar month', (i) => `/api/appointments/calendar?month=${day(-i * 10).slice(0, 7)}`),
    staff('insights, thirteen weeks', () => `/api/insights?from=${day(-91)}&to=${today}`),
    {
      what: "a patient's visits",
      status: 200,
      calls: often,
      call: (i) => ({ path: `/api/appointments/user/${patient(i)}`, cookie: cookieOf(tokenOf(patient(i))) }),
    },
    staff('a visit by its number', (i) => `/api/appointments/${visit(i)}`),
    staff('history of a visit', (i) => `/api/appointments/${visit(i)}/history`),
    staff("history of a patient's file", (i) => `/api/users/${patient(i)}/history`),
    staff('trail, newest page', () => '/api/logs/audit?limit=50'),
    program('FHIR, of a day', (i) => `/Appointment?date=${day(-i * 9)}`),
    program('FHIR, of a patient', (i) => `/Appointment?patient=Patient/${patient(i)}`),
    program('FHIR, changed since a year ago', () => `/Appointment?_lastUpdated=ge${day(-365)}`),
    program('FHIR, one by its number', (i) => `/Appointment/${visit(i)}`),
    {
      ...staff('export, first page of all', () => '/api/appointments/export?format=csv'),
      calls: 10,
      firstRows: true,
    },
    {
      ...staff('export, a day', (i) => `/api/appointments/export?format=csv&from=${day(-i)}&to=${day(-i)}`),
      calls: 10,
    },
  ];
}

/** Hangs up on what is not read to its end. */
async function begun(port: number, { path, cookie = '' }: Call): Promise<Answered> {
  const started = performance.now();
  const hangUp = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { cookie },
    signal: hangUp.signal,
  });
  await answer.body?.getReader().read();
  const ms = performance.now() - started;
  hangUp.abort();
  return { status: answer.status, ms };
}

/** What is sent at least every second time: of what the server does by itself meanwhile the rest is. */
const spent = `
  select coalesce(sum(shared_blks_hit + shared_blks_read), 0) as pages
  from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
  where calls >= $1 and query not like '%pg_stat_statements%' and toplevel`;

/** Every hot request, or those that only read, one call after the other, by the served product. */
export async function ask(
  client: pg.Client,
  port: number,
  clinic: Clinic,
  round: number,
  readsOnly: boolean,
): Promise<Cost[]> {
  const own = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(own.rows[0]?.pid ?? 0);
  const booked: number[] = [];
  const costs: Cost[] = [];
  for (const { what, status, calls, call, firstRows, writes } of kinds(clinic, round, booked)) {
    if (writes && readsOnly) continue;
    await client.query('select pg_stat_statements_reset()');
    const answers: Answered[] = [];
    const before = familyMs(postmaster);
    let failed = '';
    for (let i = 0; i < calls; i++) {
      let text = '';
      const one = call(i);
      const answer = await (firstRows ? begun(port, one) : send(port, one, (all) => (text = all)));
      if (answer.status === status) answers.push(answer);
      else failed ||= `${answer.status} ${text.slice(0, 120)}`;
      if (what === 'a booking' && answer.status === 201) booked.push(JSON.parse(text).id);
    }
    const ms = (familyMs(postmaster) - before) / calls;
    const { rows } = await client.query<{ pages: string }>(spent, [Math.ceil(calls / 2)]);
    const pages = Number(rows[0]?.pages ?? 0) / calls;
    const [p50, p95] = [percentile(answers, 0.5), percentile(answers, 0.95)];
    costs.push({ what, ms, pages, p50, p95, failed });
    console.log(
      `  ${what}: ${ms.toFixed(2)} ms and ${pages.toFixed(0)} pages in the database, p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms, load ${(loadavg()[0] ?? 0).toFixed(1)}${failed && `; FAILED: ${failed}`}`,
    );
  }
  return costs;
}
