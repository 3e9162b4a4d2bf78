import pg from 'pg';
import { dayFromToday } from '../seed.ts';
import { type Clinic, roomsThere } from './fill.ts';
import { later } from './shape.ts';

const together = 40;
const kinds = ['room', 'patient', 'doctor'] as const;
type Kind = (typeof kinds)[number];

interface Contender {
  patient: number;
  branch: number;
  room: number;
  doctor: number;
}

/** Of all who want a time, each is somebody else but in what the round is about. */
function contender(
  kind: Kind,
  round: number,
  i: number,
  { branches }: Clinic,
  firstDoctor: number,
): Contender {
  const n = kind === 'room' ? 0 : i;
  const places = branches * roomsThere;
  const place = (round * 7 + n) % places;
  return {
    patient: 1000 + (kind === 'patient' ? round : (round * together + i) % 3000),
    branch: 1 + Math.floor(place / roomsThere),
    // More want it than there are rooms where the clinic is small: each then sits in a room of her own.
    room: 1 + (place % roomsThere) + (kind === 'room' ? 0 : 10 * Math.floor(n / places)),
    doctor: firstDoctor + (kind === 'doctor' ? round % places : (round * 11 + i) % places),
  };
}

const insert = `insert into appointments (patient_id, location_id, service_id, local_start, local_end, room,
    doctor_id, status, notes)
  values ($1, $2, 1, $5::timestamp, $5::timestamp + interval '20 minutes', $3, $4, 'confirmed', 'race')`;
const move = `update appointments set local_start = $2::timestamp,
    local_end = $2::timestamp + interval '20 minutes' where id = $1`;
const overlaps = `
  select count(*)::int as n from appointments a join appointments b on a.id < b.id
    and tsrange(a.local_start, a.local_end) && tsrange(b.local_start, b.local_end)
    and (a.patient_id = b.patient_id or a.doctor_id = b.doctor_id
      or (a.location_id, a.room) = (b.location_id, b.room))
  where a.notes = 'race' and b.notes = 'race' and a.local_start between $1::timestamp - interval '2 hours'
    and $1::timestamp + interval '2 hours' and b.local_start between $1::timestamp - interval '2 hours'
    and $1::timestamp + interval '2 hours'`;

const minutesOn = (time: string, minutes: number): string =>
  new Date(Date.parse(`${time}Z`) + minutes * 60_000).toISOString().slice(0, 19);

interface Round {
  kind: Kind;
  /** About when, and where those who are moved come from. */
  time: string;
  parking: string;
  all: readonly Contender[];
}

/** One round; whatever came of it is gone when it is over. */
async function race(clients: readonly pg.Client[], { kind, time, parking, all }: Round): Promise<string[]> {
  const [watching] = clients as [pg.Client, ...pg.Client[]];
  const ids: number[] = [];
  const inserted = async (client: pg.Client, text: string, values: unknown[]): Promise<number> => {
    const { rows } = await client.query<{ id: number }>(`${text} returning id`, values);
    ids.push(...rows.map(({ id }) => id));
    return rows[0]?.id ?? 0;
  };
  const acts: (() => Promise<number>)[] = [];
  for (const [i, client] of clients.entries()) {
    const { patient = 0, branch = 0, room = 0, doctor = 0 } = all[i] ?? {};
    const values = [patient, branch, room, doctor];
    const wanted = minutesOn(time, (i % 8) * 5);
    if (i % 3 === 0) {
      const id = await inserted(client, insert, [...values, minutesOn(`${parking}T04:00:00`, i * 20)]);
      acts.push(async () => (await client.query(move, [id, wanted])).rowCount ?? 0);
    } else {
      const way = i % 3 === 1 ? ' on conflict do nothing' : '';
      acts.push(() => inserted(client, `${insert}${way}`, [...values, wanted]));
    }
  }
  const answers = await Promise.allSettled(acts.map((act) => act()));
  const both = await watching.query<{ n: number }>(overlaps, [time]);
  if (both.rows[0]?.n !== 0) throw new Error(`${kind}, ${time}: ${both.rows[0]?.n} overlap`);
  await watching.query('delete from appointments where id = any($1)', [ids]);
  const ends = answers.map((answer) => {
    if (answer.status === 'rejected') return String((answer.reason as pg.DatabaseError).code);
    return answer.value === 0 ? 'nothing done' : `won: ${kind}`;
  });
  if (!ends.includes(`won: ${kind}`)) throw new Error(`${kind}, ${time}: nobody won`);
  return ends;
}

/**
 * Forty at once want times that overlap, round after round, by nothing but statements: of one room, of one
 * patient and of one doctor in turn; each third time where one month ends and the next begins. Some are
 * inserted, some inserted unless they conflict, some moved there from another month.
 */
export async function races(url: string, clinic: Clinic, rounds: number): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: together }, async () => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`set statement_timeout = 0; set lock_timeout = 0; set deadlock_timeout = '50ms'`);
      return client;
    }),
  );
  const [watching] = clients as [pg.Client, ...pg.Client[]];
  const { rows } = await watching.query<{ id: number }>("select id from users where username = 'room1'");
  const firstDoctor = rows[0]?.id ?? 0;
  const month = new Date(`${clinic.today.slice(0, 7)}-01T00:00:00Z`);
  const counts = new Map<string, number>();
  const leftOver = "delete from appointments where local_start > $1::date + 60 and notes = 'race'";
  try {
    await watching.query(leftOver, [clinic.today]);
    for (let round = 0; round < rounds; round++) {
      const kind = kinds[round % kinds.length] ?? 'room';
      const atEdge = Math.floor(round / kinds.length) % 3 === 0;
      const ends = await race(clients, {
        kind,
        time: atEdge
          ? `${later(month, 3 + (round % 15))
              .toISOString()
              .slice(0, 10)}T02:40:00`
          : `${dayFromToday(clinic.today, 100 + round)}T16:00:00`,
        parking: dayFromToday(clinic.today, 500 + (round % 200)),
        all: clients.map((_, i) => contender(kind, round, i, clinic, firstDoctor)),
      });
      for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  const told = [...counts].map(([what, n]) => `${what} ${n}`).join(', ');
  console.log(`${rounds} rounds of ${together} at once: no two overlap, somebody won in each; ${told}`);
}
