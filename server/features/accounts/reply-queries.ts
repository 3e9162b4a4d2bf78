import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { SessionAwaits } from '#server/engine/http/viewers.ts';
import { managedByGuardian } from '#server/features/families/family-queries.ts';
import {
  createPageNameFormatter,
  type NamedPerson,
} from '#server/features/notifications/deceptive-name-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { needsNewConsent } from '#server/features/users/consent-state-queries.ts';
import { findUser, presentUser, type UserRow } from '#server/features/users/queries.ts';
import type { User } from '#shared/contract/users.ts';
import { Refusal } from '#shared/errors.ts';

interface AccountExtrasRow extends Record<string, unknown> {
  caresFor: (NamedPerson & { id: number; hasAccount: boolean })[];
  asksConsent: boolean;
}

/**
 * The patients that an account may book for, in order (none while its visits are locked), named as on the
 * page of the family, and whether a new consent is required.
 */
async function loadAccountExtras(
  deps: Pick<Deps, 'cache' | 'db'>,
  { id, locale }: UserRow,
  lock: Viewer['lock'],
): Promise<Pick<User, 'caresFor' | 'asksConsent'>> {
  const { rows } = await deps.db.execute<AccountExtrasRow>(sql`${prepared}
    select coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'phone', c.phone,
          'hasAccount', c.auth_provider <> ${managedByGuardian}) order by g.id)
        from guardians g join users c on c.id = g.patient_id
        where g.guardian_id = ${id}::int and g.until is null and g.sees_visits
          and (${lock === 'open'} or not exists (select from visit_locks where user_id = ${id}::int))), '[]') as "caresFor",
      ${needsNewConsent(sql`${id}::int`)} as "asksConsent"`);
  const { caresFor, asksConsent } = rows[0] ?? { caresFor: [], asksConsent: false };
  if (caresFor.length === 0) return { caresFor: [], asksConsent };
  const nameOf = await createPageNameFormatter(deps, locale);
  const named = caresFor.map((one) => ({ id: one.id, name: one.hasAccount ? nameOf(one) : one.name }));
  return { caresFor: named, asksConsent };
}

/**
 * The person as the API shows her, by id, with her patients as a guardian; see `findUser`. Without the
 * viewer's lock, locked visits count as closed, as in every new session.
 */
export async function loadUserReply(
  deps: Pick<Deps, 'cache' | 'db'>,
  id: number,
  lock?: Viewer['lock'],
): Promise<User> {
  const { prefix } = await currentSettings(deps);
  const row = await findUser(deps.db, id);
  if (!row) throw new Refusal('not_found');
  const user = presentUser(row, prefix);
  return row.role === 'patient' ? { ...user, ...(await loadAccountExtras(deps, row, lock)) } : user;
}

/**
 * One's own account, with what must be done first. A user who has only entered a password sees no contacts.
 */
export async function loadOwnReply(
  deps: Pick<Deps, 'cache' | 'db'>,
  { id, awaits, lock }: { id: number; awaits: SessionAwaits; lock?: Viewer['lock'] },
): Promise<User> {
  const user = await loadUserReply(deps, id, lock);
  if (awaits === 'second-step')
    return { ...user, requires: [awaits, ...user.requires], email: null, phone: null, secondaryPhone: null };
  return awaits ? { ...user, requires: [...user.requires, awaits] } : user;
}
