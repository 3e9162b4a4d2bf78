import type { Viewer } from '#server/engine/http/session.ts';
import { type BookingInput, createAppointment } from '#server/features/appointments/actions.ts';
import { type ChangeInput, changeAppointment } from '#server/features/appointments/change-actions.ts';
import { removeAppointment } from '#server/features/appointments/staff-actions.ts';
import { handleReply } from '#server/features/links/text-reply-actions.ts';
import { findRecipient } from '#server/features/recipients/queries.ts';
import { bookFollowUpsAfter, changeRestOfSeries } from '#server/features/series/actions.ts';
import { addDays, dayClock, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTimeOf } from '#shared/domain/format-time.ts';
import { Refusal } from '#shared/errors.ts';
import { listTexts, newestOf } from './judgements.ts';
import { findVisits, hasBegun } from './visits.ts';
import { actor, createViewer, findHistory, note, type Person, type Received, type Week } from './week.ts';

function someTime({ clinic, random }: Week) {
  const appointmentDate = addDays(dayClock(clinic.deps.now()).date, random.pick([0, 1, 2, 4, 5, 6, 7]));
  return { appointmentDate, appointmentTime: timeOfMinutes(900 + 20 * random.below(11)) };
}

/** The patient, or her guardian if she has no account. */
const createOwnViewer = ({ id, guardian }: Person): Viewer =>
  guardian
    ? { ...createViewer(guardian.id, 'patient'), caresFor: [{ id, notes: false }] }
    : createViewer(id, 'patient');

/** The desk, the patient or her guardian books an appointment or changes one of hers. */
export async function changeVisit(week: Week, person: Person, chosen = person.visits): Promise<void> {
  const { clinic, desk, random } = week;
  const viewer = random.happens(0.6) ? desk : createOwnViewer(person);
  const one = chosen.length > 0 ? random.pick(chosen) : undefined;
  // Changes of past appointments send no messages.
  if (one !== undefined && (await hasBegun(clinic, one))) return;
  try {
    if (one === undefined || (person.visits.length < 3 && random.happens(0.2)))
      await book(week, person, viewer);
    else if (person.visits.length < 4 && random.happens(0.06)) await bookSeries(week, person, one);
    else await change(week, person, one, viewer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(week, `refused: ${error.code}`, one ?? 0);
  }
}

async function book(week: Week, { id, visits }: Person, viewer: Viewer): Promise<void> {
  const wish = { userId: id, locationId: 1, service: '1', ...someTime(week) };
  const booked = await createAppointment(week.clinic.deps, viewer, wish as BookingInput, null);
  visits.push(booked.id);
  note(week, `${viewer.role} books visit ${booked.id}: ${JSON.stringify(wish)}`, booked.id);
}

async function change(week: Week, { visits }: Person, one: number, viewer: Viewer): Promise<void> {
  const { desk, random } = week;
  const { deps } = week.clinic;
  const what = random.next();
  const save = (by: Viewer, input: ChangeInput) => {
    note(week, `${by.role} changes visit ${one}: ${JSON.stringify(input)}`, one);
    return changeAppointment(deps, by, one, input);
  };
  if (what < 0.07) {
    const { appointmentTime } = someTime(week);
    const input = random.happens(0.4) ? { status: 'cancelled' as const } : { appointmentTime };
    note(week, `${viewer.role} changes the series from visit ${one}: ${JSON.stringify(input)}`, ...visits);
    await changeRestOfSeries(deps, viewer, one, input, 'en');
  } else if (what < 0.43) await save(viewer, someTime(week));
  else if (what < 0.69) await save(viewer, { status: 'cancelled' });
  else if (what < 0.88) await save(desk, { status: 'confirmed' });
  else if (what < 0.94) await save(desk, { appendNote: 'Late?' });
  else {
    note(week, `visit ${one} is deleted`, one);
    await removeAppointment(deps, desk, one);
  }
}

/** Two appointments of one series, with one message about both. */
async function bookSeries(week: Week, { visits }: Person, after: number): Promise<void> {
  const times = [someTime(week), someTime(week)].map((at) => ({
    date: at.appointmentDate,
    time: at.appointmentTime,
  }));
  const { booked } = await bookFollowUpsAfter(
    week.clinic.deps,
    week.desk,
    after,
    { visits: times, together: false },
    { key: null, lang: 'en' },
  );
  const ids = booked.map(({ id }) => id);
  note(week, `admin books the series ${ids.join()} after visit ${after}: ${JSON.stringify(times)}`, ...ids);
  visits.push(...ids);
}

const replies = ['Yes', 'نعم', 'Cancel', 'إلغاء الموعد', 'Can I come later?'] as const;

/** A patient answers a text: that confirms or cancels only an appointment at the time that she has read. */
export async function reply(week: Week): Promise<void> {
  const { clinic, random, people, received } = week;
  const { id: writer, phone } = random.pick(people);
  const chosen = (await findRecipient(clinic.deps.db, writer))?.channels ?? [];
  const ways = (['sms', 'whatsapp'] as const).filter((way) => chosen.includes(way));
  if (phone === null || ways.length === 0) return;
  const visits = people
    .filter((person) => (person.guardian ?? person).phone === phone)
    .flatMap((person) => person.visits);
  const before = await findVisits(clinic, visits);
  const text = { from: phone, text: random.pick(replies), channel: random.pick(ways) };
  note(week, `reply ${JSON.stringify(text)}`, ...visits);
  await handleReply(clinic.deps, text, actor);
  const after = await findVisits(clinic, visits);
  for (const [n, { id, date, time, answers }] of before.entries()) {
    if (after[n]?.answers === answers) continue;
    week.seen.effectiveReplies++;
    const texts = [...received.sms, ...received.whatsapp].filter(({ visits: told }) => told.includes(id));
    const isRead = ({ locale, text: words, visits: told }: Received) =>
      told.length > 1 || words.includes(formatTimeOf(locale, date, time));
    const last = newestOf(texts);
    if (last.some(isRead)) continue;
    week.wrong.push(`a reply answered what was not read: visit ${id}, ${listTexts(last)}`);
    week.wrong.push(...(await findHistory(week, id)));
  }
}
