import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hashPassword, verifyPassword } from '#server/engine/secrets/passwords.ts';
import { requireProof } from '#server/engine/secrets/proof.ts';
import { passkeysOf } from '#server/features/credentials/step-queries.ts';
import { findFor } from '#server/features/users/queries.ts';
import { later } from '#shared/domain/clinic-time.ts';
import { openForMs } from '#shared/domain/people/password-rules.ts';
import { westernDigits } from '#shared/domain/people/phone-text.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import * as queries from './queries.ts';

/**
 * A proof instead of the PIN must be more recent than for other actions: a thief of a phone with a fresh
 * session must not find the lock open.
 */
const proofInPlaceMs = 2 * 60_000;

/** A lock is personal: nobody sets or opens it for another. */
export function checkOwnLock(viewer: Viewer, id: number): void {
  if (!roles[viewer.role].books || viewer.id !== id) throw new Refusal('not_found');
}

const openHere = (deps: Deps) => later(deps.now(), openForMs);

/**
 * Locks the appointments with a PIN or, without one, with the passkey just shown. They stay open in this
 * session only.
 */
export async function setLock(deps: Deps, viewer: Viewer, pin: string | undefined): Promise<void> {
  if (pin === undefined) await wantProofInPlace(deps, viewer);
  const hash = pin === undefined ? null : await hashPassword(pin);
  await inTransaction(deps.db, async (tx) => {
    await findFor(tx, viewer, viewer.id, { lock: true });
    if (hash === null && (await passkeysOf(tx, viewer.id)).length === 0)
      throw new Refusal('malformed', { fields: { pin: 'validation.pin' } });
    await queries.saveLock(tx, viewer.id, hash, deps.now());
    await queries.closeLockElsewhere(tx, viewer);
    await queries.openUntil(tx, viewer.tokenHash, openHere(deps));
    await recordEvent(tx, viewer, { action: 'lock_set', subject: 'sessions', subjectId: viewer.id });
  });
}

/**
 * Requires the password or a passkey if there is one: a recent sign-in may have used a code sent to the
 * stolen phone.
 */
async function wantProofInPlace(deps: Deps, viewer: Viewer): Promise<void> {
  requireProof(viewer, deps.now(), proofInPlaceMs);
  const { provedAt, startedAt } = viewer.session;
  if (provedAt <= startedAt && (await queries.hasSecret(deps.db, viewer.id)))
    throw new Refusal('proof_needed');
}

/** Opens with the PIN or, if forgotten, with a new proof of identity. */
export async function openLock(deps: Deps, viewer: Viewer, pin: string | undefined): Promise<void> {
  if (pin === undefined) await wantProofInPlace(deps, viewer);
  else {
    const { pinHash = null } = (await queries.lockOf(deps.db, viewer.id)) ?? {};
    if (!(await verifyPassword(pinHash, westernDigits(pin).trim())))
      throw new Refusal('wrong_pin', { fields: { pin: 'error.wrongPin' } });
  }
  await queries.openUntil(deps.db, viewer.tokenHash, openHere(deps));
}

export async function endLock(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.deleteLock(tx, viewer.id))) throw new Refusal('not_found');
    await recordEvent(tx, viewer, { action: 'lock_ended', subject: 'sessions', subjectId: viewer.id });
  });
}
