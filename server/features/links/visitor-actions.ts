import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { findCodeChannels } from '#server/engine/delivery/code-channels.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import {
  type Booking,
  bookInTransaction,
  prepareBooking,
  replayBookingReply,
} from '#server/features/appointments/actions.ts';
import { explainBookingFailure, retryWithFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { checkBookingOpen, checkStart } from '#server/features/appointments/requested-time-actions.ts';
import { insertLinks } from '#server/features/notifications/link-queries.ts';
import { createPatientViewer } from '#server/features/notifications/link-viewer-actions.ts';
import { insertUser, toStoredPhone } from '#server/features/users/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { bookAsVisitor } from '#shared/contract/links.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import { Refusal } from '#shared/errors.ts';
import { countUpcomingOfNumber, findVisitorRecord, lockPhoneNumber } from './queries.ts';

/** Maximum number of open appointments of an unverified number. */
const maxUpcomingPerNumber = 2;

/** Rejections that would reveal appointments of this number: all are answered with one sentence. */
const revealingRefusals: ReadonlySet<string> = new Set(['patient_busy', 'too_many_open']);

type VisitorBookingInput = Body<typeof bookAsVisitor>;
type VisitorDetails = Pick<VisitorBookingInput, 'name' | 'phone'> & { lang: Lang };

async function findOrCreateVisitor(
  deps: Deps,
  tx: Db,
  from: Actor,
  { name, phone, lang }: VisitorDetails,
): Promise<number> {
  const known = await findVisitorRecord(tx, phone, name);
  if (known) return known.id;
  const id = await insertUser(tx, {
    role: 'patient',
    name,
    phone,
    authProvider: 'visitor',
    locale: lang,
    createdAt: deps.now(),
  });
  if (id === null) throw new Refusal('unknown_patient');
  await recordEvent(tx, from, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
  return id;
}

/** Makes a new link to the appointment; a repeated idempotency key gets another link to the same one. */
async function createPermanentLink(db: Db, visit: Appointment, lang: Lang): Promise<string> {
  const token = randomToken();
  await insertLinks(db, [
    { kind: 'keep', hash: hashToken(token), userId: visit.userId, target: String(visit.id) },
  ]);
  return localPath(`/l/${token}`, lang);
}

/**
 * Books for a visitor by name and mobile alone, if the clinic cannot send codes: always pending, and at most
 * two open appointments per number. The number proves nothing: it opens no account, and appointments join
 * only those booked in the same way under the same name. Rejections do not reveal existing appointments,
 * except `call_to_book`; the answer contains neither the record's id nor whether earlier no-shows require a
 * call.
 */
export async function bookAsUnverifiedVisitor(
  deps: Deps,
  from: Actor,
  body: VisitorBookingInput,
  { key, lang }: { key: string; lang: Lang },
): Promise<Reply<typeof bookAsVisitor>> {
  if (findCodeChannels(deps.config).codes.length > 0) throw new Refusal('forbidden');
  const { name, serviceId, ...wanted } = body;
  const phone = toStoredPhone(wanted.phone, 'phone') ?? '';
  const { appointmentDate: date, appointmentTime: time } = wanted;
  return retryWithFreshHours(deps, async () => {
    const known = await findVisitorRecord(deps.db, phone, name);
    const viewer = createPatientViewer({ id: known?.id ?? 0, name, lang }, from);
    const wish = { ...wanted, userId: viewer.id, service: serviceId };
    const booking: Booking = { ...(await prepareBooking(deps, viewer, wish, key)), status: 'pending' };
    const before = known && (await replayBookingReply(deps, booking));
    if (before) return { appointment: before, link: await createPermanentLink(deps.db, before, lang) };
    await checkBookingOpen(deps);
    checkStart(deps, viewer, booking.branch, { date, time, minutes: booking.minutes, overbook: false });
    return inTransaction(deps.db, async (tx) => {
      await lockPhoneNumber(tx, phone);
      const id = await findOrCreateVisitor(deps, tx, from, { name, phone, lang });
      const hers = { ...booking, viewer: { ...viewer, id }, patientId: id, createdBy: id };
      if ((await countUpcomingOfNumber(tx, phone, dayClock(deps.now()))) >= maxUpcomingPerNumber)
        throw await explainBookingFailure(tx, hers, maxUpcomingPerNumber);
      const appointment = await bookInTransaction(tx, deps, hers);
      return { appointment, link: await createPermanentLink(tx, appointment, lang) };
    });
  }).catch((error: unknown) => {
    throw error instanceof Refusal && revealingRefusals.has(error.code) ? new Refusal('call_to_book') : error;
  });
}
