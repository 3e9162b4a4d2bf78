import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { codeWays } from '#server/engine/delivery/code-ways.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { answerAgain, type Booking, bookingOf, bookWithin } from '#server/features/appointments/actions.ts';
import { explained, withFreshHours } from '#server/features/appointments/refusal-actions.ts';
import { checkBookingOpen, checkStart } from '#server/features/appointments/requested-time-actions.ts';
import { insertLinks } from '#server/features/notifications/link-queries.ts';
import { asPatient } from '#server/features/notifications/link-viewer-actions.ts';
import { insertUser, storedPhone } from '#server/features/users/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { bookAsVisitor } from '#shared/contract/links.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import { Refusal } from '#shared/errors.ts';
import { countOpenOfNumber, lockNumber, visitorWith } from './queries.ts';

/** Maximum number of open appointments of an unverified number. */
const openPerNumber = 2;

/** Rejections that would reveal appointments of this number: all are answered with one sentence. */
const tellsOfVisits: ReadonlySet<string> = new Set(['patient_busy', 'too_many_open']);

type Input = Body<typeof bookAsVisitor>;
type Person = Pick<Input, 'name' | 'phone'> & { lang: Lang };

async function visitorFor(deps: Deps, tx: Db, from: Actor, { name, phone, lang }: Person): Promise<number> {
  const known = await visitorWith(tx, phone, name);
  if (known) return known.id;
  const id = await insertUser(tx, {
    role: 'patient',
    name,
    phone,
    authProvider: 'visitor',
    locale: lang,
    channels: [],
    createdAt: deps.now(),
  });
  if (id === null) throw new Refusal('unknown_patient');
  await recordEvent(tx, from, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
  return id;
}

/** Makes a new link to the appointment; a repeated idempotency key gets another link to the same one. */
async function linkTo(db: Db, visit: Appointment, lang: Lang): Promise<string> {
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
export async function bookByNumber(
  deps: Deps,
  from: Actor,
  body: Input,
  { key, lang }: { key: string; lang: Lang },
): Promise<Reply<typeof bookAsVisitor>> {
  if (codeWays(deps.config).codes.length > 0) throw new Refusal('forbidden');
  const { name, serviceId, ...wanted } = body;
  const phone = storedPhone(wanted.phone, 'phone') ?? '';
  const { appointmentDate: date, appointmentTime: time } = wanted;
  return withFreshHours(deps, async () => {
    const known = await visitorWith(deps.db, phone, name);
    const viewer = asPatient({ id: known?.id ?? 0, name, lang }, from);
    const wish = { ...wanted, userId: viewer.id, service: serviceId };
    const booking: Booking = { ...(await bookingOf(deps, viewer, wish, key)), status: 'pending' };
    const before = known && (await answerAgain(deps, booking));
    if (before) return { appointment: before, link: await linkTo(deps.db, before, lang) };
    await checkBookingOpen(deps);
    checkStart(deps, viewer, booking.branch, { date, time, minutes: booking.minutes, overbook: false });
    return inTransaction(deps.db, async (tx) => {
      await lockNumber(tx, phone);
      const id = await visitorFor(deps, tx, from, { name, phone, lang });
      const hers = { ...booking, viewer: { ...viewer, id }, patientId: id, createdBy: id };
      if ((await countOpenOfNumber(tx, phone, dayClock(deps.now()))) >= openPerNumber)
        throw await explained(tx, hers, openPerNumber);
      const appointment = await bookWithin(tx, deps, hers);
      return { appointment, link: await linkTo(tx, appointment, lang) };
    });
  }).catch((error: unknown) => {
    throw error instanceof Refusal && tellsOfVisits.has(error.code) ? new Refusal('call_to_book') : error;
  });
}
