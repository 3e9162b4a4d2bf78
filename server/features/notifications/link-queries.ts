import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { tokens } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { type CaredFor, type CaredPatientRow } from '#server/engine/http/viewers.ts';
import { caredPatientsColumn } from '#server/features/sessions/queries.ts';
import { localDateTime } from '#shared/domain/clinic-time.ts';

export type LinkKind = 'visit' | 'stop' | 'keep' | 'offer';
export const linkPurposes: Record<LinkKind, string> = {
  visit: 'visit-link',
  stop: 'stop-link',
  keep: 'keep-link',
  offer: 'offer-link',
};
const kindOf = (purpose: string): LinkKind | undefined =>
  (Object.keys(linkPurposes) as LinkKind[]).find((kind) => linkPurposes[kind] === purpose);

/**
 * A link by the hash of its token: its target (an appointment `formatAppointmentTarget`, the id of an offer, or a
 * channel) and its person.
 */
export interface NewLink {
  kind: LinkKind;
  hash: Buffer;
  userId: number;
  target: string;
}

/** The appointment of a message's link, and its time as the message said. */
export const formatAppointmentTarget = (id: number, told?: { date: string; time: string }): string =>
  told ? `${id} ${localDateTime(told.date, told.time)}` : String(id);
export function parseAppointmentTarget(target: string): { id: number; toldStart: string | null } {
  const [id, ...told] = target.split(' ');
  return { id: Number(id), toldStart: told.length > 0 ? told.join(' ') : null };
}

/** Start of each of these appointments, on the clinic's clock, the earliest first. */
export async function findStartTimes(db: Db, visitIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: number; start: string }>(sql`
    select id, local_start::text as start from appointments
    where id = any(${sql.param([...visitIds])}::int[]) order by local_start`);
  return new Map(rows.map(({ id, start }) => [id, start]));
}

/**
 * Inserts links as a part of a larger statement; none if `from` has no row. They stay valid as long as
 * appointments can be booked ahead.
 */
export const insertLinksStatement = (links: readonly NewLink[], from: SQL): SQL => sql`
  insert into tokens (purpose, hash, user_id, target, expires_at)
  select l.purpose, decode(l.hash, 'hex'), l."userId", l.target, now() + interval '400 days'
  from ${from}, jsonb_to_recordset(${JSON.stringify(links.map(toLinkRow))}::jsonb)
    as l(purpose text, hash text, "userId" int, target text)`;

const toLinkRow = ({ kind, hash, ...link }: NewLink) => ({
  ...link,
  purpose: linkPurposes[kind],
  hash: hash.toString('hex'),
});

export async function insertLinks(db: Db, links: readonly NewLink[]): Promise<void> {
  if (links.length > 0) await db.execute(insertLinksStatement(links, sql`(select) once`));
}

/** The patients whose guardian acts without signing in: the holder of a phone reads no clinical notes. */
export const withoutNoteAccess = (rows: readonly CaredPatientRow[] | null): CaredFor[] | undefined =>
  rows?.map(({ id }) => ({ id, notes: false }));

/** Reads the target of a link, while its person exists. */
export async function findMessageLink(db: Db, hash: Buffer) {
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
        caresFor: caredPatientsColumn(sql`${users.id}`),
      },
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        eq(tokens.hash, hash),
        inArray(tokens.purpose, Object.values(linkPurposes)),
        sql`${tokens.expiresAt} > now()`,
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
      ),
    );
  const kind = row && kindOf(row.purpose);
  if (!kind) return undefined;
  const user = { ...row.user, caresFor: withoutNoteAccess(row.user.caresFor) };
  return { id: row.id, kind, target: row.target ?? '', used: row.usedAt !== null, user };
}
export type FoundLink = NonNullable<Awaited<ReturnType<typeof findMessageLink>>>;

/** Restores a link whose action was rejected. */
export async function restoreLink(db: Db, id: number): Promise<void> {
  await db.update(tokens).set({ usedAt: null }).where(eq(tokens.id, id));
}

/**
 * Deletes the links that messages brought to a person, because her address has changed and somebody else may
 * have the old one. Links of messages that still wait stay: they go to the new address.
 */
export async function deleteSentLinks(db: Db, userId: number): Promise<void> {
  const { visit, stop, offer } = linkPurposes;
  await db.execute(sql`delete from tokens t
    where t.user_id = ${userId} and t.purpose in (${visit}, ${stop}, ${offer}) and not exists (
      select from messages m, jsonb_each_text(m.secrets) secret
      where m.user_id = ${userId} and m.state = 'queued'
        and t.hash = sha256(convert_to(split_part(secret.value, '/l/', 2), 'UTF8')))`);
}
