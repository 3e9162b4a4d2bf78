import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { choosePhoneChannel } from '#server/engine/delivery/code-channels.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type CodeRequester, sendCode } from '#server/features/accounts/code-actions.ts';
import { confirmPhoneByCode } from '#server/features/accounts/confirm-phone-actions.ts';
import * as queries from '#server/features/families/family-queries.ts';
import { toStoredPhone, type UserRow, updateUser } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { giveAccount } from '#shared/contract/patients.ts';
import { isMinorNow } from '#shared/domain/people/family.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import {
  hasAccount,
  type LockedPatient,
  lockPatientAndGuardianship,
  recordGuardianship,
} from './family-actions.ts';
import { findPatientBirthDates } from './queries.ts';

/**
 * Rejects if the patient cannot get an account of her own: only an adult without an account can. If there are
 * clinical notes about her, only the desk may do it while she is present, because a code does not prove whose
 * phone it is.
 */
async function checkMayGetAccount(
  deps: Deps,
  tx: Db,
  viewer: Viewer,
  { patient }: LockedPatient,
): Promise<void> {
  if (hasAccount(patient)) throw new Refusal('not_found');
  const birthDate = (await findPatientBirthDates(tx, [patient.id])).get(patient.id) ?? null;
  const birthYear = await queries.findBirthYear(tx, patient.id);
  if (isMinorNow({ birthDate, birthYear }, deps.now())) throw new Refusal('of_age_only');
  if (!isStaff(viewer.role) && (await queries.hasClinicalNotes(tx, patient.id)))
    throw new Refusal('desk_only');
}

const parsePhone = (phone: string): string => {
  const kept = toStoredPhone(phone, 'phone');
  if (kept === null) throw new Refusal('malformed', { fields: { phone: 'validation.phone' } });
  return kept;
};

const checkAccountPossible = (deps: Deps, viewer: Viewer, patientId: number): Promise<UserRow> =>
  inTransaction(deps.db, async (tx) => {
    const looked = await lockPatientAndGuardianship(tx, viewer, patientId);
    await checkMayGetAccount(deps, tx, viewer, looked);
    return looked.patient;
  });

/** Sends the code that gives the patient an account of her own, in her language. */
export async function sendAccountCode(
  deps: Deps,
  viewer: Viewer,
  asker: CodeRequester,
  patientId: number,
  phone: string,
): Promise<void> {
  const { locale } = await checkAccountPossible(deps, viewer, patientId);
  await sendCode(deps, asker, {
    purpose: 'confirm-phone',
    address: parsePhone(phone),
    channel: choosePhoneChannel(deps.config),
    lang: locale,
    userId: patientId,
  });
}

/**
 * Gives the patient an account of her own: she signs in by this phone, and decides what her guardian sees.
 */
export async function giveAccountToPatient(
  deps: Deps,
  viewer: Viewer,
  asker: CodeRequester,
  patientId: number,
  { phone, otp }: Body<typeof giveAccount>,
): Promise<void> {
  const number = parsePhone(phone);
  await checkAccountPossible(deps, viewer, patientId);
  await confirmPhoneByCode(deps, viewer, asker, { userId: patientId, phone: number, otp }, async (tx) => {
    const looked = await lockPatientAndGuardianship(tx, viewer, patientId);
    await checkMayGetAccount(deps, tx, viewer, looked);
    await updateUser(tx, patientId, {
      phone: number,
      phoneConfirmedAt: deps.now(),
      authProvider: 'phone',
      channels: [choosePhoneChannel(deps.config)],
    });
    const { care } = looked;
    if (care) await queries.updateGuardianship(tx, care.id, { seesVisits: false, readsNotes: false });
    const guardianId = care?.guardianId ?? null;
    await recordGuardianship(tx, viewer, 'account_taken_over', { patientId, guardianId });
  });
}
