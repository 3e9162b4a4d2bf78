import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hashPassword, verifyPassword } from '#server/engine/secrets/passwords.ts';
import { requireProof } from '#server/engine/secrets/proof.ts';
import { deleteLock } from '#server/features/credentials/password-queries.ts';
import { listPasskeys } from '#server/features/credentials/second-step-queries.ts';
import { findVisiblePerson } from '#server/features/users/queries.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { pinUnlockMs } from '#shared/domain/people/password-rules.ts';
import { westernDigits } from '#shared/domain/people/phone-text.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import * as queries from './queries.ts';

/**
 * A proof instead of the PIN must be more recent than for other actions: a thief of a phone with a fresh
 * session must not find the lock open.
 */
const proofInsteadOfPinMs = 2 * 60_000;

/** A lock is personal: nobody sets or opens it for another. */
export function checkOwnLock(viewer: Viewer, id: number): void {
  if (!roles[viewer.role].books || viewer.id !== id) throw new Refusal('not_found');
}

const findUnlockEnd = (deps: Deps) => addMilliseconds(deps.now(), pinUnlockMs);

/**
 * Locks the appointments with a PIN or, without one, with the passkey just shown. They stay open in this
 * session only. A PIN requires a password or passkey, which opens the lock if the PIN is forgotten.
 */
export async function setLock(deps: Deps, viewer: Viewer, pin: string | undefined): Promise<void> {
  if (pin === undefined) checkProofInsteadOfPin(deps, viewer);
  else if (!(await queries.hasSecret(deps.db, viewer.id)))
    throw new Refusal('malformed', { fields: { pin: 'validation.pinNeedsSecret' } });
  const hash = pin === undefined ? null : await hashPassword(pin);
  await inTransaction(deps.db, async (tx) => {
    await findVisiblePerson(tx, viewer, viewer.id, { lock: true });
    if (hash === null && (await listPasskeys(tx, viewer.id)).length === 0)
      throw new Refusal('malformed', { fields: { pin: 'validation.pin' } });
    await queries.saveLock(tx, viewer.id, hash, deps.now());
    await queries.closeLockElsewhere(tx, viewer);
    await queries.unlockSessionUntil(tx, viewer.tokenHash, findUnlockEnd(deps));
    await recordEvent(tx, viewer, { action: 'lock_set', subject: 'sessions', subjectId: viewer.id });
  });
}

/**
 * Requires the password or a passkey in this session: a recent sign-in may have used a code sent to the
 * stolen phone.
 */
function checkProofInsteadOfPin(deps: Deps, viewer: Viewer): void {
  requireProof(viewer, deps.now(), proofInsteadOfPinMs);
  const { provedAt, startedAt } = viewer.session;
  if (provedAt <= startedAt) throw new Refusal('proof_needed');
}

/** Opens with the PIN or, if forgotten, with a new proof of identity. */
export async function openLock(deps: Deps, viewer: Viewer, pin: string | undefined): Promise<void> {
  if (pin === undefined) checkProofInsteadOfPin(deps, viewer);
  else {
    const { pinHash = null } = (await queries.findVisitLock(deps.db, viewer.id)) ?? {};
    if (!(await verifyPassword(pinHash, westernDigits(pin).trim())))
      throw new Refusal('wrong_pin', { fields: { pin: 'error.wrongPin' } });
  }
  await queries.unlockSessionUntil(deps.db, viewer.tokenHash, findUnlockEnd(deps));
}

export async function endLock(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteLock(tx, viewer.id))) throw new Refusal('not_found');
    await recordEvent(tx, viewer, { action: 'lock_ended', subject: 'sessions', subjectId: viewer.id });
  });
}
