import { pushSubscriptions } from '#server/db/schema/messages.ts';
import {
  findGuardianOfPatient,
  insertGuardianship,
  managedByGuardian,
  updateGuardianship,
} from '#server/features/families/family-queries.ts';
import { mergePatients, undoMerge } from '#server/features/merges/actions.ts';
import { updateUser } from '#server/features/users/queries.ts';
import { makeUser } from '#server/testing/factories.ts';
import { createBrowserSubscription, type OutsideChannel } from '#server/testing/message-gateways.ts';
import { monday } from '#server/testing/test-app.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { changeVisit } from './visit-steps.ts';
import { note, type Person, type Week } from './week.ts';

/** Channels that a patient may have chosen. */
const channelSets: readonly (readonly OutsideChannel[])[] = [
  ['sms'],
  ['whatsapp'],
  ['email'],
  ['push'],
  ['sms', 'whatsapp'],
  ['whatsapp', 'sms'],
  ['email', 'sms'],
  ['push', 'email'],
];
const childNames = ['Salma', 'Nour', 'Farida', 'منى', 'ليلى'] as const;
const phoneOf = (n: number): string => `+2010${String(10_000_000 + n)}`;

export async function addPeople(week: Week, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const adult = week.people.at(-1);
    const isChild = adult && !adult.guardian && week.random.happens(0.2);
    week.people.push(isChild ? await addChild(week, adult) : await addAdult(week, n));
  }
}

/** The phone may be that of another patient: staff entered it. */
async function addAdult({ clinic, desk, random }: Week, n: number): Promise<Person> {
  const lang = random.pick(['en', 'ar'] as const);
  const isShared = n > 0 && random.happens(0.2);
  const channels = [...random.pick(channelSets)];
  const phone = phoneOf(isShared ? n - 1 : n);
  const { id } = await makeUser(clinic.deps.db, {
    phone,
    email: `p${n}@mail.example`,
    createdBy: desk.id,
    channels,
    locale: lang,
    mustChange: true,
  });
  await subscribe(clinic.deps.db, id, channels);
  return {
    id,
    phone,
    lang,
    guardian: null,
    visits: [],
    changedAt: null,
    records: [id],
    mergeUndoneAt: null,
  };
}

/** Her browser receives push if that is one of her channels. */
async function subscribe(
  db: Week['clinic']['deps']['db'],
  id: number,
  channels: readonly OutsideChannel[],
): Promise<void> {
  if (!channels.includes('push')) return;
  await db.insert(pushSubscriptions).values(createBrowserSubscription(id)).onConflictDoNothing();
}

async function addChild({ clinic, random }: Week, guardian: Person): Promise<Person> {
  const { db } = clinic.deps;
  const name = random.pick(childNames);
  const { id } = await makeUser(db, { name, authProvider: managedByGuardian });
  await insertGuardianship(db, {
    patientId: id,
    guardianId: guardian.id,
    relation: 'daughter',
    since: monday,
  });
  const { lang } = guardian;
  return {
    id,
    phone: null,
    lang,
    guardian,
    visits: [],
    changedAt: null,
    records: [id],
    mergeUndoneAt: null,
  };
}

/** The channels or the recipient of messages about a patient and her children changed. */
function markChange({ people, received }: Week, person: Person): void {
  const changedAt = {
    sms: received.sms.length,
    whatsapp: received.whatsapp.length,
    email: received.email.length,
    push: received.push.length,
  };
  for (const one of people) if (one === person || one.guardian === person) one.changedAt = changedAt;
}

/** Her appointments and those of her children. */
const visitsReadBy = ({ people }: Week, person: Person): number[] =>
  people.filter((one) => one === person || one.guardian === person).flatMap(({ visits }) => visits);

/** A child gets an account of her own, as `giveAccountToPatient` does after it has checked her code. */
export async function giveAccount(week: Week): Promise<void> {
  const { db } = week.clinic.deps;
  const child = week.people.find(({ guardian }) => guardian !== null);
  const care = child && (await findGuardianOfPatient(db, child.id));
  if (!child || !care) return;
  const channels = [...week.random.pick(channelSets)];
  await updateUser(db, child.id, {
    phone: phoneOf(1000 + child.id),
    phoneConfirmedAt: monday,
    email: `p${1000 + child.id}@mail.example`,
    emailConfirmedAt: monday,
    authProvider: 'phone',
    channels,
  });
  await updateGuardianship(db, care.id, { seesVisits: false });
  await subscribe(db, child.id, channels);
  child.guardian = null;
  child.lang = 'en';
  note(week, `child ${child.id} gets an account with ${channels.join()}`, ...child.visits);
  markChange(week, child);
}

/** A patient chooses other channels while messages to her wait. */
export async function changeChannels(week: Week): Promise<void> {
  const { db } = week.clinic.deps;
  const person = week.random.pick(week.people.filter(({ guardian }) => guardian === null));
  const channels = [...week.random.pick(channelSets)];
  note(week, `person ${person.id} chooses ${channels.join()}`, ...visitsReadBy(week, person));
  await updateUser(db, person.id, { channels });
  await subscribe(db, person.id, channels);
  markChange(week, person);
}

/** The desk merges two records and changes appointments of the one that is gone. */
export async function merge(week: Week): Promise<void> {
  const { clinic, desk, people, merges, random } = week;
  const known = people.filter(({ visits }) => visits.length > 0);
  if (known.length === 0) return;
  const [kept, gone] = [random.pick(people), random.pick(known)];
  if (kept.guardian || gone.guardian || merges.some((one) => one.kept === gone)) return;
  let id: number;
  try {
    id = await mergePatients(clinic.deps, desk, { keptId: kept.id, goneId: gone.id, take: [] });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return;
  }
  const concerned = [...visitsReadBy(week, gone), ...visitsReadBy(week, kept)];
  note(week, `merge ${id}: person ${gone.id} into ${kept.id}`, ...concerned);
  const children = people.filter(({ guardian }) => guardian === gone);
  merges.push({ id, kept, gone, children });
  people.splice(people.indexOf(gone), 1);
  for (const child of children) child.guardian = kept;
  kept.visits.push(...gone.visits);
  kept.records.push(...gone.records);
  markChange(week, kept);
  for (let n = 0; n < 3; n++) await changeVisit(week, kept, gone.visits);
}

/** Undoes the last merge: what was added since stays with the record that was kept. */
export async function undoLastMerge(week: Week): Promise<void> {
  const { clinic, desk, people } = week;
  const last = week.merges.pop();
  if (!last) return;
  const { id, kept, gone, children } = last;
  try {
    await undoMerge(clinic.deps, desk, id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return;
  }
  note(week, `merge ${id} is undone`, ...visitsReadBy(week, kept));
  week.seen.undoneMerges++;
  people.push(gone);
  for (const child of children) if (child.guardian === kept) child.guardian = gone;
  kept.visits = kept.visits.filter((visit) => !gone.visits.includes(visit));
  kept.records = kept.records.filter((record) => !gone.records.includes(record));
  gone.mergeUndoneAt = dayClock(clinic.deps.now());
  for (const person of [kept, gone]) markChange(week, person);
}
