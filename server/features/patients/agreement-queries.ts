import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { tokens } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { TokenPurpose } from '#server/features/credentials/code-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { Family } from '#shared/contract/patients.ts';

/** Purposes of the codes by which a patient agrees. */
export const agreementPurposes = {
  visits: 'agree-visits',
  notes: 'agree-notes',
} as const satisfies Record<string, TokenPurpose>;
export type AgreementRight = keyof typeof agreementPurposes;
const rightByPurpose = Object.fromEntries(
  Object.entries(agreementPurposes).map(([sought, purpose]) => [purpose, sought]),
) as Record<string, AgreementRight>;

/** How a code names the account that requested it; no other account can use the code. */
export const accountAskerKey = (guardianId: number): string => `account-${guardianId}`;

/** Start of the deduplication key of a message to a patient without an account, which names no recipient. */
export const agreedByCodeKey = (patientId: number): string => `agreed-by-code:${patientId}:`;

/** Erases the addresses of these messages. */
export const agreementData: PersonalData = {
  async forget(db, ids) {
    await db.execute(sql`update messages set address = null, params = '{}',
      state = case when state = 'queued' then 'skipped' else state end
      where user_id is null and exists (select from unnest(${sql.param(ids.map(agreedByCodeKey))}::text[]) hers
        where starts_with(dedupe_key, hers))`);
  },
};

interface OpenAgreementRequest {
  readonly id: number;
  readonly guardianId: number;
  readonly seeks: AgreementRight;
  readonly until: Date;
}

/** Open requests for a patient's agreement. */
export async function openRequestsOf(db: Db, patientId: number, now: Date): Promise<OpenAgreementRequest[]> {
  const rows = await db
    .select({ id: tokens.id, purpose: tokens.purpose, target: tokens.target, until: tokens.expiresAt })
    .from(tokens)
    .where(
      and(
        eq(tokens.userId, patientId),
        inArray(tokens.purpose, Object.values(agreementPurposes)),
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .orderBy(tokens.id);
  return rows.flatMap(({ purpose, target, ...row }) => {
    const guardianId = Number(/ account-(\d+) /.exec(target ?? '')?.[1] ?? 0);
    const seeks = rightByPurpose[purpose];
    return seeks ? [{ ...row, guardianId, seeks }] : [];
  });
}

/**
 * Whether the patient refused this guardian within 30 days, by the database's clock, which also dates the
 * events.
 */
export async function hasRefused(db: Db, patientId: number, guardianId: number): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from events where patient_id = ${patientId} and action = 'care_refused'
      and at > now() - interval '30 days' and (after ->> 'guardian')::int = ${guardianId}) as has`);
  return rows[0]?.has === true;
}

/**
 * Whether this account got messages at this address. If so, the address was the account's, whatever its
 * profile says now.
 */
export async function receivedMessagesAt(db: Db, userId: number, address: string): Promise<boolean> {
  const { rows } = await db.execute<{ was: boolean }>(sql`
    select exists (select from messages where user_id = ${userId} and address = ${address}) as was`);
  return rows[0]?.was === true;
}

/** The last three guardianships that ended within a year, newest first, and who ended each. */
export async function endedGuardianships(
  db: Db,
  patientId: number,
): Promise<(Family['before'][number] & { phone: string | null })[]> {
  const { rows } = await db.execute<Family['before'][number] & { phone: string | null }>(sql`
    select g.name, g.phone, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until,
      case e.actor_id when e.patient_id then 'herself' when g.id then 'guardian' else 'clinic' end
        as "endedBy"
    from events e join users g on g.id = (e.after ->> 'guardian')::int and g.erased_at is null
    where e.patient_id = ${patientId} and e.action = 'care_ended' and e.at > now() - interval '1 year'
    order by e.id desc limit 3`);
  return rows;
}
