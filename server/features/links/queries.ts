import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import { tokens } from '#server/db/schema/accounts.ts';
import { appointments } from '#server/db/schema/appointments.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { type CaredFor, type CaredRow, caredForBy } from '#server/engine/http/queries.ts';
import type { AppointmentRow } from '#server/features/appointments/queries.ts';
import { guardianInHerPlace, maybeReadBy, readerId } from '#server/features/families/family-queries.ts';
import { hasWithdrawn } from '#server/features/users/consent-state-queries.ts';
import { hasPhone } from '#server/features/users/queries.ts';
import { type ClinicClock, dayClock } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { allMessageKinds, type MessageKind, messageKindRow } from '#shared/domain/message-kinds.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';

export type LinkKind = 'visit' | 'stop' | 'keep' | 'offer';
const purposes: Record<LinkKind, string> = {
  visit: 'visit-link',
  stop: 'stop-link',
  keep: 'keep-link',
  offer: 'offer-link',
};
const kindOf = (purpose: string): LinkKind | undefined =>
  (Object.keys(purposes) as LinkKind[]).find((kind) => purposes[kind] === purpose);

/** A link by the hash of its key: to the id of a visit or an offer, or a channel's name, and whose. */
export interface NewLink {
  kind: LinkKind;
  hash: Buffer;
  userId: number;
  target: string;
}

/**
 * Links as a part of a larger statement: none where `from` has no row. Good for as long as anything can be
 * booked ahead.
 */
export const linksInsert = (links: readonly NewLink[], from: SQL): SQL => sql`
  insert into tokens (purpose, hash, user_id, target, expires_at)
  select l.purpose, decode(l.hash, 'hex'), l."userId", l.target, now() + interval '400 days'
  from ${from}, jsonb_to_recordset(${JSON.stringify(links.map(asRow))}::jsonb)
    as l(purpose text, hash text, "userId" int, target text)`;

const asRow = ({ kind, hash, ...link }: NewLink) => ({
  ...link,
  purpose: purposes[kind],
  hash: hash.toString('hex'),
});

export async function insertLinks(db: Db, links: readonly NewLink[]): Promise<void> {
  if (links.length > 0) await db.execute(linksInsert(links, sql`(select) once`));
}

/** Whom she looks after, as she acts without signing in: who holds her phone reads nobody's notes. */
const withoutNotes = (rows: readonly CaredRow[] | null): CaredFor[] | undefined =>
  rows?.map(({ id }) => ({ id, notes: false }));

/** What a link stands for, while its person is there. */
export async function findLink(db: Db, hash: Buffer) {
  const [row] = await db
    .select({
      id: tokens.id,
      purpose: tokens.purpose,
      target: tokens.target,
      usedAt: tokens.usedAt,
      user: {
        id: users.id,
        name: users.name,
        username: users.username,
        locale: users.locale,
        authProvider: users.authProvider,
        caresFor: caredForBy(sql`${users.id}`),
      },
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        eq(tokens.hash, hash),
        inArray(tokens.purpose, Object.values(purposes)),
        sql`${tokens.expiresAt} > now()`,
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
      ),
    );
  const kind = row && kindOf(row.purpose);
  if (!kind) return undefined;
  const user = { ...row.user, caresFor: withoutNotes(row.user.caresFor) };
  return { id: row.id, kind, target: row.target ?? '', used: row.usedAt !== null, user };
}
export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Where to look for another time, and of whom. */
export const whereAndWhom = ({ locationId, doctorId, doctorWish }: AppointmentRow) => ({
  locationId,
  doctorId: doctorWish === 'named' ? doctorId : null,
  doctorWish,
});

/** Gives a link back whose action was refused. */
export async function giveBackLink(db: Db, id: number): Promise<void> {
  await db.update(tokens).set({ usedAt: null }).where(eq(tokens.id, id));
}

export interface PhoneOwner {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly locale: Lang;
  readonly caresFor?: readonly CaredFor[] | undefined;
}

/** Everyone whom texts to this number reach: a family shares a phone. */
export async function ownersOfPhone(db: Db, phone: string): Promise<PhoneOwner[]> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      role: users.role,
      locale: users.locale,
      caresFor: caredForBy(sql`users.id`),
    })
    .from(users)
    .where(and(hasPhone(phone), isNull(users.erasedAt)))
    .limit(50);
  return rows.map(({ caresFor, ...owner }) => ({ ...owner, caresFor: withoutNotes(caresFor) }));
}

export interface ToldVisit {
  userId: number;
  appointmentId: number;
  several: boolean;
  /** Something that a person has to read the answer to was written to her since. */
  isOvertaken: boolean;
}
const aboutVisits = allMessageKinds.filter((kind) => messageKindRow(kind).links === 'visit and stop');
/** What a word may be said back to besides, which no word answers: a time that is offered, words of staff. */
const forPersons = [
  ...allMessageKinds.filter((kind) => messageKindRow(kind).links === 'offer and stop'),
  'textAnswer' satisfies MessageKind,
];

/**
 * The visits of our newest message to each of these people at a number, hers and her family's; of one about
 * several visits of a day (`several`), those that are still to come.
 */
export async function visitsToldOf(
  db: Db,
  { owners, phone, days }: { owners: readonly number[]; phone: string; days: number },
): Promise<ToldVisit[]> {
  if (owners.length === 0) return [];
  const { rows } = await db.execute<ToldVisit & Record<string, unknown>>(sql`
    with newest as (select distinct on (user_id) id, user_id, appointment_id, visit_ids from messages
      where user_id = any(${sql.param([...owners])}::int[]) and channel in ('sms', 'whatsapp')
        and address = ${phone} and appointment_id is not null and state in ('sent', 'kept')
        and created_at >= now() - make_interval(days => ${days}::int) and template in ${aboutVisits}
      order by user_id, id desc)
    select n.user_id as "userId", a.id as "appointmentId", n.visit_ids is not null as several,
      exists (select from messages m where m.user_id = n.user_id and m.id > n.id and m.address = ${phone}
        and m.state in ('sent', 'kept') and m.template in ${forPersons}) as "isOvertaken"
    from newest n join appointments a on a.patient_id = ${maybeReadBy(sql`n.user_id`)}
      and case when n.visit_ids is null then a.id = n.appointment_id
        else a.id = any(n.visit_ids) and a.status in ${[...openStatuses]} end
      join users p on p.id = a.patient_id ${guardianInHerPlace}
    where ${readerId} = n.user_id
    order by a.local_start, a.id`);
  return rows;
}

/** One booking after another under one number, to the end of the transaction. */
export async function lockNumber(db: Db, phone: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`visitor ${phone}`}, 0))`);
}

const bookedBy = (phone: string) =>
  and(
    hasPhone(phone),
    eq(users.authProvider, 'visitor'),
    isNull(users.phoneConfirmedAt),
    isNull(users.emailConfirmedAt),
    isNull(users.deactivatedAt),
    isNull(users.erasedAt),
  );

/** Of those the people to whom nobody gave another way in. */
const knownByNumber = (phone: string) =>
  and(bookedBy(phone), isNull(users.username), eq(users.role, 'patient'));

/**
 * Who booked before by this number alone, under this name. Not who withdrew her consent: nothing more is
 * booked in her name, and a stranger who types her number is answered as with any other.
 */
export async function visitorWith(db: Db, phone: string, name: string): Promise<{ id: number } | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(knownByNumber(phone), eq(users.name, name), not(hasWithdrawn(sql`users.id`))))
    .orderBy(users.id)
    .limit(1);
  return row;
}

/** Everyone who booked by this number alone. */
export async function visitorsOf(db: Db, phone: string): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(knownByNumber(phone))
    .orderBy(users.id);
}

/** Gives open visits to come to another patient, with the links to them; answers which. */
export async function joinVisits(
  db: Db,
  { id, visitor, visit }: { id: number; visitor: number; visit?: number | undefined },
  now: Date,
): Promise<{ id: number; locationId: number }[]> {
  const { rows } = await db.execute<{ id: number; locationId: number }>(sql`
    with joined as (
      update appointments a set patient_id = ${id}, version = version + 1, updated_at = ${now.toISOString()}
      where a.patient_id = ${visitor} and (${visit ?? null}::int is null or a.id = ${visit ?? null}::int)
        and a.status in ${[...openStatuses]}
        and a.local_start > ${localNow(dayClock(now))}::timestamp
        and not exists (
          select 1 from appointments hers
          where hers.patient_id = ${id} and hers.status not in ('cancelled', 'no_show')
            and tsrange(hers.local_start, hers.local_end) && tsrange(a.local_start, a.local_end))
      returning a.id, a.location_id
    ), links as (
      update tokens set user_id = ${id} from joined
      where purpose = ${purposes.keep} and user_id = ${visitor} and target = joined.id::text
    )
    select id, location_id as "locationId" from joined order by id`);
  return rows;
}

/** Is there still a visit of hers, or anything that was written into her file? */
export async function isKeptOf(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ kept: boolean }>(sql`select
    exists (select 1 from appointments where patient_id = ${id})
    or exists (select 1 from clinical_notes where patient_id = ${id})
    or exists (select 1 from note_drafts where patient_id = ${id})
    or exists (select 1 from patient_alerts where patient_id = ${id})
    or exists (select 1 from patient_files where patient_id = ${id})
    or exists (select 1 from wishes where patient_id = ${id}) as kept`);
  return rows[0]?.kept === true;
}

/** Visits to come that were booked by this number alone, under whatever names. */
export async function countOpenOfNumber(db: Db, phone: string, clock: ClinicClock): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(appointments)
    .innerJoin(users, eq(users.id, appointments.patientId))
    .where(
      and(
        bookedBy(phone),
        inArray(appointments.status, [...openStatuses]),
        sql`${appointments.localStart} > ${localNow(clock)}::timestamp`,
      ),
    );
  return row?.n ?? 0;
}
