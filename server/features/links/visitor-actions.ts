import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { codeWays } from '#server/engine/delivery/code-ways.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import {
  answerAgain,
  bookingOf,
  bookWithin,
  checkStart,
  withFreshHours,
} from '#server/features/appointments/actions.ts';
import { insertUser, keptPhone } from '#server/features/users/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { bookAsVisitor } from '#shared/contract/links.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { asPatient } from './actions.ts';
import { countOpenOfNumber, insertLink, lockNumber, visitorWith } from './queries.ts';

/** A number that nobody proved holds no more of the clinic's week than this. */
const openPerNumber = 2;

type Input = Body<typeof bookAsVisitor>;
interface Asked {
  input: Input;
  phone: string;
  key: string;
  lang: Lang;
}

async function visitorFor(deps: Deps, tx: Db, from: Actor, { input, phone, lang }: Asked): Promise<number> {
  const known = await visitorWith(tx, phone, input.name);
  if (known) return known.id;
  const id = await insertUser(tx, {
    role: 'patient',
    name: input.name,
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

/** A new key to the visit; who asks again under her own key of the booking gets another to the same one. */
async function linkTo(db: Db, visit: Appointment, lang: Lang): Promise<string> {
  const token = randomToken();
  await insertLink(db, {
    kind: 'keep',
    hash: hashToken(token),
    userId: visit.userId,
    target: String(visit.id),
  });
  return `${lang === 'ar' ? '/ar' : ''}/l/${token}`;
}

/**
 * Books for a visitor by name and mobile alone, where the clinic can send no code: pending whatever the
 * branch does by itself, and at most two open visits a number. The number proves nothing: it opens no
 * account, and visits join only those booked the same way under the same name.
 */
export async function bookByNumber(
  deps: Deps,
  from: Actor,
  body: Input,
  { key, lang }: Pick<Asked, 'key' | 'lang'>,
): Promise<{ appointment: Appointment; link: string }> {
  if (codeWays(deps.config).codes.length > 0) throw new Refusal('forbidden');
  const phone = keptPhone(body.phone, 'phone') ?? '';
  const asked = { input: body, phone, key, lang };
  const { locationId, appointmentDate: date, appointmentTime: time } = body;
  return withFreshHours(deps, async () => {
    const reckon = async (userId: number) => {
      const wish = {
        userId,
        locationId,
        appointmentDate: date,
        appointmentTime: time,
        service: body.serviceId,
      };
      const booking = await bookingOf(
        deps,
        asPatient({ id: userId, name: body.name, lang }, from),
        wish,
        key,
      );
      return { ...booking, status: 'pending' as const };
    };
    const known = await visitorWith(deps.db, phone, body.name);
    const before = known && (await answerAgain(deps, await reckon(known.id)));
    if (before) return { appointment: before, link: await linkTo(deps.db, before, lang) };
    const booking = await reckon(known?.id ?? 0);
    checkStart(deps, booking.viewer, booking.branch, {
      date,
      time,
      minutes: booking.minutes,
      overbook: false,
    });
    return inTransaction(deps.db, async (tx) => {
      await lockNumber(tx, phone);
      const id = await visitorFor(deps, tx, from, asked);
      if ((await countOpenOfNumber(tx, phone, clinicClock(deps.now()))) >= openPerNumber)
        throw new Refusal('too_many_open', { params: { n: openPerNumber } });
      const viewer = { ...booking.viewer, id };
      const appointment = await bookWithin(tx, deps, { ...booking, viewer, patientId: id, createdBy: id });
      return { appointment, link: await linkTo(tx, appointment, lang) };
    });
  });
}
