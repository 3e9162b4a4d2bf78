import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pushSubscriptions } from '#server/db/schema/messages.ts';
import { leaseMessages } from '#server/engine/delivery/lease-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type BookingInput, createAppointment } from '#server/features/appointments/actions.ts';
import { type ChangeInput, changeAppointment } from '#server/features/appointments/change-actions.ts';
import { removeAppointment } from '#server/features/appointments/staff-actions.ts';
import { offerChosenTimes, withdrawUnneededOffers } from '#server/features/disruptions/actions.ts';
import { findStillDisplaced } from '#server/features/disruptions/state-queries.ts';
import {
  findGuardianOfPatient,
  insertGuardianship,
  managedByGuardian,
  updateGuardianship,
} from '#server/features/families/family-queries.ts';
import { describeLink } from '#server/features/links/actions.ts';
import { handleReply } from '#server/features/links/text-reply-actions.ts';
import { mergePatients, undoMerge } from '#server/features/merges/actions.ts';
import { expireOffers } from '#server/features/offers/actions.ts';
import { findRecipient, saveGateways } from '#server/features/recipients/queries.ts';
import { queueReminders } from '#server/features/reminders/actions.ts';
import { parseExceptions, previewHoursChange, saveExceptions } from '#server/features/schedules/actions.ts';
import { bookFollowUpsAfter, changeRestOfSeries } from '#server/features/series/actions.ts';
import { insertSettings, readSettings } from '#server/features/settings/queries.ts';
import { updateUser } from '#server/features/users/queries.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import {
  type AcceptedMessage,
  createBrowserSubscription,
  type GatewayAnswer,
  type MessageGateways,
  messageGateways,
  type OutsideChannel,
  outsideChannels,
} from '#server/testing/message-gateways.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';
import {
  addDays,
  addMilliseconds,
  clinicClock,
  dayClock,
  localDateTime,
  timeOfMinutes,
} from '#shared/domain/clinic-time.ts';
import { formatTimeOf } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { listContactWays } from '#shared/domain/messages/contact-channels.ts';
import { type AppointmentStatus, isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { createPatientViewer } from './link-viewer-actions.ts';

/**
 * Random lives of appointments: booked, moved, cancelled, reopened and deleted by the desk, the patient and
 * her guardian, beside gateways that fail or do not answer, quiet hours, holidays, processes that die and
 * settings that change. Patients have a phone, an address and push in random combination; some share a phone,
 * some have a guardian, some get an account of their own. One run covers the appointments of one patient; a
 * week of the clinic contains many runs. `prove messages` runs 10,000.
 */
const { MESSAGE_RUNS = '200', MESSAGE_SEED = '1' } = process.env;
const runs = Number(MESSAGE_RUNS);
const perWeek = 100;

let clinic: TestApp;
let gateways: MessageGateways;
beforeAll(async () => {
  gateways = await messageGateways();
  clinic = await createTestApp(gateways.env);
  // Retries come without their random part, so a seed repeats its week.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterAll(async () => {
  await clinic.close();
  await gateways.close();
});

/** A number from 0 to 1 that depends only on the text: what is asked in parallel has no order. */
const fractionOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE() / 4_294_967_296;

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Received extends AcceptedMessage {
  readonly key: string;
  readonly template: string;
  /** The recipient. */
  readonly reader: number;
  readonly locale: Lang;
  /** Number of the step after which it was received. */
  readonly step: number;
  /** Its appointments: several if it is about the appointments of a day, or about several displaced ones. */
  readonly visits: readonly number[];
}

const from = { id: 0, role: 'patient', lang: 'en', ip: '127.0.0.1', requestId: 'model' } as never;
const actingAs = (id: number, role: 'patient' | 'admin'): Viewer => ({
  ...createPatientViewer({ id, name: 'Somebody', lang: 'en' } as never, from),
  role,
});

interface Person {
  readonly id: number;
  readonly phone: string | null;
  readonly visits: number[];
  /** The guardian, while the patient has no account. */
  guardian: Person | null;
  lang: Lang;
  /**
   * Length of each list of `Week.received` when messages about her last got another recipient or other
   * channels. `none`: they always went the same way.
   */
  before: Record<OutsideChannel, number>;
  /** Her record was merged and the merge was undone: messages to the other record did not reach her. */
  isParted: boolean;
}
const none = { sms: 0, whatsapp: 0, email: 0, push: 0 };

interface Merge {
  readonly id: number;
  readonly kept: Person;
  readonly gone: Person;
  /** Appointments, without the deleted ones, and children of the record that is gone. */
  readonly visits: readonly number[];
  readonly children: readonly Person[];
}
interface VisitNow {
  readonly status: AppointmentStatus;
  readonly date: string;
  readonly time: string;
}
/** A message that may have arrived, although it does not count as sent. */
interface Unsure {
  readonly channel: string;
  readonly visits: readonly number[];
}
const replies = ['Yes', 'نعم', 'Cancel', 'إلغاء الموعد', 'Can I come later?'] as const;

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

/** One week of a clinic with many patients. */
class Week {
  readonly #random: () => number;
  readonly #people: Person[] = [];
  readonly received: Record<OutsideChannel, Received[]> = { sms: [], whatsapp: [], email: [], push: [] };
  /** Messages that are wrong when they arrive. */
  readonly #wrong: string[] = [];
  offered = 0;
  /** Messages that offer a displaced patient another time. */
  otherTimes = 0;
  /** Messages to a guardian. */
  toGuardians = 0;
  /** Messages about several appointments that were booked, moved or cancelled together. */
  series = 0;
  /** Replies that confirmed or cancelled an appointment. */
  obeyed = 0;
  /** Merges that were undone. */
  parted = 0;
  /** What happened, to explain a complaint. */
  readonly #journal: { readonly visits: readonly number[]; readonly what: string }[] = [];
  #admin = 0;
  #steps = 0;
  readonly #merges: Merge[] = [];
  #worker = clinic.worker();
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = randomFrom(seed);
  }

  /** Without appointments: something that concerns all. */
  #note(what: string, ...visits: readonly number[]): void {
    this.#journal.push({ visits, what: `${clinic.deps.now().toISOString().slice(5, 16)} ${what}` });
  }

  #below = (n: number): number => Math.floor(this.#random() * n);
  #pick = <T>(list: readonly T[]): T => list[this.#below(list.length)] as T;

  async open(patients: number): Promise<void> {
    const { deps } = clinic;
    await clinic.reset();
    gateways.forget();
    await saveGateways(deps.db, deps.config);
    await makeClinic(deps.db, { rooms: 20 });
    this.#admin = (await makeUser(deps.db, { role: 'admin' })).id;
    for (let n = 0; n < patients; n++) {
      const adult = this.#people.at(-1);
      const isChild = adult && !adult.guardian && this.#random() < 0.2;
      this.#people.push(isChild ? await this.#makeChild(adult) : await this.#makeAdult(n));
    }
  }

  /** The phone may be that of another patient: staff entered it. */
  async #makeAdult(n: number): Promise<Person> {
    const { deps } = clinic;
    const lang = this.#pick(['en', 'ar'] as const);
    const isShared = n > 0 && this.#random() < 0.2;
    const channels = [...this.#pick(channelSets)];
    const phone = phoneOf(isShared ? n - 1 : n);
    const { id } = await makeUser(deps.db, {
      phone,
      email: `p${n}@mail.example`,
      createdBy: this.#admin,
      channels,
      locale: lang,
      mustChange: true,
    });
    if (channels.includes('push'))
      await deps.db.insert(pushSubscriptions).values(createBrowserSubscription(id));
    return { id, phone, lang, guardian: null, visits: [], before: none, isParted: false };
  }

  async #makeChild(guardian: Person): Promise<Person> {
    const { deps } = clinic;
    const name = this.#pick(childNames);
    const { id } = await makeUser(deps.db, { name, authProvider: managedByGuardian, channels: [] });
    await insertGuardianship(deps.db, {
      patientId: id,
      guardianId: guardian.id,
      relation: 'daughter',
      since: monday,
    });
    const { lang } = guardian;
    return { id, phone: null, lang, guardian, visits: [], before: none, isParted: false };
  }

  async live(): Promise<void> {
    for (let n = 0; n < 14; n++) {
      for (const person of this.#people) if (this.#random() < 0.35) await this.#act(person);
      if (this.#random() < 0.2) await this.#changeSettings();
      if (this.#random() < 0.25) await this.#changeHolidays();
      if (this.#random() < 0.2) await this.#comeOfAge();
      if (this.#random() < 0.5) await this.#changeChannels();
      if (this.#random() < 0.5) await this.#undoMerge();
      await this.#merge();
      for (let i = 0; i < this.#people.length / 20; i++) await this.#reply(this.#pick(this.#people));
      await this.#step(5 + this.#below(240), this.#pick([0, 0, 0.3, 0.9]));
    }
    for (let n = 0; n < 16; n++) await this.#step(n < 4 ? 10 : 180, 0);
    await this.#worker.stop();
  }

  /** Adds the messages that the gateways accepted since the last step to `received`. */
  async #receive(): Promise<void> {
    this.#steps += 1;
    for (const channel of outsideChannels) {
      const taken = gateways.take(channel);
      if (taken.length === 0) continue;
      const { rows } = await clinic.deps.database.pool.query(
        `select dedupe_key as key, template, locale, user_id as reader,
            coalesce(visit_ids, array_remove(array[appointment_id], null)) as visits
          from messages where channel = $1`,
        [channel],
      );
      const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);
      const byId = new Map(rows.map((row) => [idOf(row.key), row]));
      for (const message of taken) {
        const received: Received = { ...byId.get(message.id), ...message, step: this.#steps };
        this.#note(
          `${channel} accepted ${received.key}${message.isAnswered ? '' : ' without an answer'}`,
          ...received.visits,
        );
        await this.#checkArrival(channel, received);
        this.received[channel].push(received);
      }
    }
  }

  async #checkArrival(channel: OutsideChannel, received: Received): Promise<void> {
    const { key, template, tokens, text } = received;
    const isOffer = template.startsWith('offerDisplaced');
    if (template.startsWith('series')) this.series++;
    const wrong = [this.#wrongReader(received, isOffer), await this.#wrongFact(channel, received, isOffer)];
    for (const token of tokens) {
      const rejected = await whatIsRejected(token);
      if (rejected === undefined) continue;
      this.offered++;
      if (isOffer) this.otherTimes++;
      wrong.push(rejected);
    }
    this.#wrong.push(...wrong.filter(Boolean).map((what) => `${what} by ${channel}: ${key} “${text}”`));
  }

  /** A text about several displaced appointments is for everybody with that phone. */
  #wrongReader({ reader, visits, isAnswered }: Received, isOffer: boolean): string {
    // The database learns with the answer which appointments a message named when it was sent.
    if (!isAnswered) return '';
    const concerned = this.#people.filter(({ visits: hers }) => hers.some((visit) => visits.includes(visit)));
    if (concerned.some(({ id }) => reader !== id)) this.toGuardians++;
    const isOther = concerned.some(({ id, guardian }) => reader !== (guardian?.id ?? id));
    return isOther && !isOffer ? 'it goes to somebody else' : '';
  }

  /** No message says that an appointment takes place on a day on which the branch is closed, or the reverse. */
  async #wrongFact(
    channel: OutsideChannel,
    { template, visits, isAnswered }: Received,
    isOffer: boolean,
  ): Promise<string> {
    const displaced = (await isDisplaced(visits)).length;
    // A message may leave out some of its appointments when it is sent; the database learns that with the answer.
    if (isOffer)
      return isAnswered && displaced < visits.length ? 'it says that a visit is displaced, which is not' : '';
    if (displaced > 0 && !saysOff(template)) return 'it says that a displaced visit takes place';
    if (template !== 'visitStays') return '';
    // An attempt counts, because the message may have left.
    const { rowCount } = await clinic.deps.database.pool.query(
      `select from messages where template like 'offerDisplaced%' and attempts > 0 and visit_ids && $1
        and (channel = $2 or $2 in ('sms', 'whatsapp') and channel in ('sms', 'whatsapp'))`,
      [visits, channel],
    );
    return rowCount === 0 ? 'nobody said anything else' : '';
  }

  #someTime() {
    const appointmentDate = addDays(clinicClock(clinic.deps.now()).date, this.#pick([0, 1, 2, 4, 5, 6, 7]));
    return { appointmentDate, appointmentTime: timeOfMinutes(900 + 20 * this.#below(11)) };
  }

  /** An action of the desk or the patient on one of her appointments. */
  async #act({ id, guardian, visits }: Person, chosen = visits): Promise<void> {
    const { deps } = clinic;
    const desk = actingAs(this.#admin, 'admin');
    const herself = guardian
      ? { ...actingAs(guardian.id, 'patient'), caresFor: [{ id, name: 'Child', notes: false }] }
      : actingAs(id, 'patient');
    const viewer = this.#random() < 0.6 ? desk : herself;
    const one = chosen.length > 0 ? this.#pick(chosen) : undefined;
    // Changes of past appointments send no messages.
    if (one !== undefined && (await isOver(one))) return;
    const what = this.#random();
    const change = (by: Viewer, input: ChangeInput) => {
      this.#note(`${by.role} changes visit ${one}: ${JSON.stringify(input)}`, one ?? 0);
      return changeAppointment(deps, by, one ?? 0, input);
    };
    try {
      if (one === undefined || (what < 0.2 && visits.length < 3)) {
        const wish = { userId: id, locationId: 1, service: '1', ...this.#someTime() };
        const booked = await createAppointment(deps, viewer, wish as BookingInput, null);
        visits.push(booked.id);
        this.#note(`${viewer.role} books visit ${booked.id}: ${JSON.stringify(wish)}`, booked.id);
      } else if (what < 0.25 && visits.length < 4) visits.push(...(await this.#bookSeries(desk, one)));
      else if (what < 0.3) {
        const { appointmentTime } = this.#someTime();
        const input = this.#random() < 0.4 ? { status: 'cancelled' as const } : { appointmentTime };
        this.#note(`${viewer.role} changes the series of visit ${one}: ${JSON.stringify(input)}`);
        await changeRestOfSeries(deps, viewer, one, input, 'en');
      } else if (what < 0.55) await change(viewer, this.#someTime());
      else if (what < 0.75) await change(viewer, { status: 'cancelled' });
      else if (what < 0.9) await change(desk, { status: 'confirmed' });
      else if (what < 0.95) await change(desk, { appendNote: 'Late?' });
      else {
        this.#note(`visit ${one} is deleted`, one);
        await removeAppointment(deps, desk, one);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#note(`refused: ${error.code}`, one ?? 0);
    }
  }

  /** Two appointments of one series, with one message about both. */
  async #bookSeries(desk: Viewer, after: number): Promise<number[]> {
    const visits = [this.#someTime(), this.#someTime()].map((at) => ({
      date: at.appointmentDate,
      time: at.appointmentTime,
    }));
    const wish = { visits, together: false };
    const { booked } = await bookFollowUpsAfter(clinic.deps, desk, after, wish, { key: null, lang: 'en' });
    const ids = booked.map(({ id }) => id);
    this.#note(
      `admin books the series ${ids.join()} after visit ${after}: ${JSON.stringify(visits)}`,
      ...ids,
    );
    return ids;
  }

  /** The channels or the recipient of messages about a patient and her children changed. */
  #changeWay(person: Person): void {
    const count = (channel: OutsideChannel) => this.received[channel].length;
    const now = {
      sms: count('sms'),
      whatsapp: count('whatsapp'),
      email: count('email'),
      push: count('push'),
    };
    for (const one of this.#people) if (one === person || one.guardian === person) one.before = now;
  }

  /** A patient chooses other channels while messages to her wait. */
  async #changeChannels(): Promise<void> {
    const { db } = clinic.deps;
    const person = this.#pick(this.#people.filter(({ guardian }) => guardian === null));
    const channels = [...this.#pick(channelSets)];
    this.#note(`person ${person.id} chooses ${channels.join()}`, ...this.#visitsReadBy(person));
    await updateUser(db, person.id, { channels });
    if (channels.includes('push'))
      await db.insert(pushSubscriptions).values(createBrowserSubscription(person.id)).onConflictDoNothing();
    this.#changeWay(person);
  }

  /** Her appointments and those of her children. */
  #visitsReadBy(person: Person): number[] {
    return this.#people.flatMap((one) => (one === person || one.guardian === person ? one.visits : []));
  }

  async #merge(): Promise<void> {
    const known = this.#people.filter(({ visits }) => visits.length > 0);
    if (known.length === 0) return;
    const [kept, gone] = [this.#pick(this.#people), this.#pick(known)];
    if (kept.guardian || gone.guardian || this.#merges.some((one) => one.kept === gone)) return;
    const desk = actingAs(this.#admin, 'admin');
    try {
      const id = await mergePatients(clinic.deps, desk, { keptId: kept.id, goneId: gone.id, take: [] });
      this.#note(
        `merge ${id}: person ${gone.id} into ${kept.id}`,
        ...this.#visitsReadBy(gone),
        ...this.#visitsReadBy(kept),
      );
      const children = this.#people.filter(({ guardian }) => guardian === gone);
      const visits = (await answersTo(gone.visits)).map((visit) => visit.id);
      this.#merges.push({ id, kept, gone, visits, children });
      this.#people.splice(this.#people.indexOf(gone), 1);
      for (const child of children) child.guardian = kept;
      kept.visits.push(...gone.visits);
      this.#changeWay(kept);
      for (let n = 0; n < 3; n++) await this.#act(kept, gone.visits);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Undoes a merge: what was added since stays with the record that was kept. */
  async #undoMerge(): Promise<void> {
    const merge = this.#merges.pop();
    if (!merge) return;
    const { id, kept, gone, visits, children } = merge;
    try {
      await undoMerge(clinic.deps, actingAs(this.#admin, 'admin'), id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return;
    }
    this.#note(`merge ${id} is undone`, ...this.#visitsReadBy(kept));
    this.parted++;
    this.#people.push(gone);
    for (const child of children) if (child.guardian === kept) child.guardian = gone;
    // An appointment that was deleted meanwhile stays with the record that was kept.
    const there = (await answersTo(visits)).map((visit) => visit.id);
    const isBack = (visit: number) => !visits.includes(visit) || there.includes(visit);
    const back = gone.visits.filter(isBack);
    gone.visits.splice(0, Infinity, ...back);
    kept.visits.splice(0, Infinity, ...kept.visits.filter((visit) => !back.includes(visit)));
    gone.isParted = true;
    for (const person of [kept, gone]) this.#changeWay(person);
  }

  /** A patient answers a text: confirms or cancels only an appointment at the time that the text named. */
  async #reply({ id: writer, phone }: Person): Promise<void> {
    const chosen = (await findRecipient(clinic.deps.db, writer))?.channels ?? [];
    const ways = (['sms', 'whatsapp'] as const).filter((way) => chosen.includes(way));
    if (phone === null || ways.length === 0) return;
    const visits = this.#people.flatMap((person) =>
      (person.guardian ?? person).phone === phone ? person.visits : [],
    );
    const before = await answersTo(visits);
    const reply = { from: phone, text: this.#pick(replies), channel: this.#pick(ways) };
    this.#note(`reply ${JSON.stringify(reply)}`, ...visits);
    await handleReply(clinic.deps, reply, from);
    const after = await answersTo(visits);
    for (const [n, { id, date, time, answers }] of before.entries()) {
      if (after[n]?.answers === answers) continue;
      this.obeyed++;
      const texts = [...this.received.sms, ...this.received.whatsapp].filter((text) =>
        text.visits.includes(id),
      );
      const isRead = ({ locale, text, visits: told }: Received) =>
        told.length > 1 || text.includes(formatTimeOf(locale, date, time));
      const last = newestOf(texts);
      if (last.some(isRead)) continue;
      this.#wrong.push(`a reply answered what was not read: visit ${id}, ${listTexts(last)}`);
      this.#wrong.push(...(await this.#historyOf(id, reply.channel)));
    }
  }

  /** A child gets an account of her own, as `giveAccountToPatient` does after it has checked her code. */
  async #comeOfAge(): Promise<void> {
    const { db } = clinic.deps;
    const child = this.#people.find(({ guardian }) => guardian !== null);
    const care = child && (await findGuardianOfPatient(db, child.id));
    if (!child || !care) return;
    const channels = [...this.#pick(channelSets)];
    const phone = phoneOf(1000 + child.id);
    await updateUser(db, child.id, {
      phone,
      phoneConfirmedAt: monday,
      email: `p${1000 + child.id}@mail.example`,
      emailConfirmedAt: monday,
      authProvider: 'phone',
      channels,
    });
    await updateGuardianship(db, care.id, { seesVisits: false });
    if (channels.includes('push'))
      await db.insert(pushSubscriptions).values(createBrowserSubscription(child.id));
    child.guardian = null;
    child.lang = 'en';
    this.#note(`child ${child.id} gets an account with ${channels.join()}`, ...child.visits);
    this.#changeWay(child);
  }

  async #changeSettings(): Promise<void> {
    const { deps } = clinic;
    const settings = {
      ...(await readSettings(deps.db)),
      reminderHours: this.#pick([
        [24, 3],
        [23, 3],
        [24, 2],
        [25, 4],
        [48, 24, 3],
      ]),
      quietHours: this.#pick([
        { from: '21:00', to: '09:00' },
        { from: '22:00', to: '08:00' },
        { from: '13:00', to: '16:00' },
      ]),
      cutoffHours: this.#pick([0, 4, 24]),
    };
    this.#note(`settings ${JSON.stringify(settings)}`);
    await insertSettings(deps.db, settings, this.#admin);
    deps.cache.dropAll();
  }

  /**
   * The day of an appointment becomes a holiday, or stops being one; half of the displaced patients get
   * another time.
   */
  async #changeHolidays(): Promise<void> {
    const { deps } = clinic;
    const desk = actingAs(this.#admin, 'admin');
    const { rows } = await deps.database.pool.query(
      `select distinct to_char(local_start, 'YYYY-MM-DD') as date from appointments
        where status in ('pending', 'confirmed') and local_start > $1::date + 1 order by 1`,
      [clinicClock(deps.now()).date],
    );
    const isClosed = rows.length > 0 && this.#random() < 0.7;
    const exceptions = isClosed ? [{ date: this.#pick(rows).date, isClosed: true }] : [];
    const plans = new Map([[1, { exceptions: parseExceptions(exceptions) }]]);
    const { visits } = await previewHoursChange(deps, desk, plans);
    this.#note(`holidays ${exceptions.map(({ date }) => date).join()}`);
    await saveExceptions(deps, desk, 1, exceptions);
    const chosen = visits.flatMap(({ visit, proposals: [time] }) =>
      time && this.#random() < 0.5 ? [{ appointmentId: visit.id, time }] : [],
    );
    for (const { appointmentId, time } of chosen)
      this.#note(`visit ${appointmentId} is offered ${JSON.stringify(time)}`, appointmentId);
    if (chosen.length > 0) await offerChosenTimes(deps, desk, chosen);
  }

  /** Advances the clock; then the processes work, and one of them may die. */
  async #step(minutes: number, failing: number): Promise<void> {
    const { deps } = clinic;
    clinic.setNow(addMilliseconds(deps.now(), minutes * 60_000));
    const now = deps.now().getTime();
    gateways.answer((of): GatewayAnswer => {
      if (fractionOf(`${this.#seed} ${now} ${of}`) >= failing) return 'accepted';
      return fractionOf(`${now} ${of}`) < 0.3 ? 'unanswered' : 'refused';
    });
    await queueReminders(deps);
    await expireOffers(deps);
    await withdrawUnneededOffers(deps);
    if (this.#random() < 0.2) {
      await this.#worker.stop();
      this.#worker = clinic.worker();
    }
    if (this.#random() < 0.1) {
      const lease = { now: deps.now(), until: addMilliseconds(deps.now(), 60_000) };
      const places = [{ channel: this.#pick(outsideChannels), places: 3 }];
      for (const { dedupeKey, appointmentId, visitIds } of await leaseMessages(
        deps.db,
        lease,
        'rest',
        places,
      ))
        this.#note(`a process dies with ${dedupeKey}`, ...(visitIds ?? [appointmentId ?? 0]));
    }
    await this.#worker.poke();
    await this.#receive();
  }

  /**
   * A text to a shared phone may use a channel that this patient has not chosen. Then the phone already has
   * the correction by the other channel.
   */
  #isCorrectedOnPhone(
    channel: OutsideChannel,
    id: number,
    last: Received | undefined,
    ways: readonly string[],
  ): boolean {
    const other = { sms: 'whatsapp', whatsapp: 'sms', email: null, push: null } as const;
    const beside = other[channel];
    if (beside === null || ways.includes(channel)) return false;
    const isReply = last?.template.startsWith('reply') === true;
    if (!last || !(isReply || last.template.startsWith('offerDisplaced'))) return false;
    const isHers = ({ template, visits, step }: Received) =>
      (template === 'visitStays' || (isReply && step > last.step)) && visits.includes(id);
    return this.received[beside].some(isHers);
  }

  /** What happened to an appointment, and its messages by a channel. */
  async #historyOf(visit: number, channel: OutsideChannel): Promise<string[]> {
    const { rows } = await clinic.deps.database.pool.query(
      `select id, dedupe_key, state, outdated, attempts, unanswered, says, run_at, done_at, error from messages
        where channel = $2 and (appointment_id = $1 or $1 = any(visit_ids)) order by id`,
      [visit, channel],
    );
    return [
      ...this.#journal
        .filter(({ visits }) => visits.length === 0 || visits.includes(visit))
        .map(({ what }) => what),
      ...rows.map((row) => JSON.stringify(row)),
    ];
  }

  /** Checks that the newest message about an appointment is true, whatever its channel and recipient. */
  #untrueNewest(
    { id: patient, isParted }: Person,
    visit: number,
    expectedIn: (locale: Lang) => string | null,
  ): string[] {
    const read = outsideChannels
      .flatMap((channel) => this.received[channel])
      .filter(({ visits, reader }) => visits.includes(visit) && (!isParted || reader === patient));
    if (read.length === 0) return expectedIn('en') === null ? [] : [`nothing was said of visit ${visit}`];
    const last = newestOf(read);
    if (last.some((one) => untrue(one, expectedIn(one.locale)).length === 0)) return [];
    return [`the newest is wrong: visit ${visit}, ${listTexts(last)}`];
  }

  async #complaintsOf(
    person: Person,
    id: number,
    visit: VisitNow | undefined,
    { ways, unsure }: { ways: readonly string[]; unsure: readonly Unsure[] },
  ): Promise<string[]> {
    const { lang, before } = person;
    const isOff = !visit || !isOpen(visit.status);
    // A message that was not delivered before the appointment began is dropped.
    if (!isOff && (await isOver(id))) return [];
    // Staff have to call the patient; until then no message says that the appointment takes place.
    if (!isOff && (await isDisplaced([id])).length > 0) return [];
    const isSame = before === none;
    const expectedIn = (locale: Lang) => (isOff ? null : formatTimeOf(locale, visit.date, visit.time));
    // A message of a process that died may have arrived.
    const mayRepeat = (channel: OutsideChannel) =>
      unsure.some((message) => message.channel === channel && message.visits.includes(id));
    const found = isSame ? [] : this.#untrueNewest(person, id, expectedIn);
    if (found.length > 0)
      for (const channel of outsideChannels) found.push(...(await this.#historyOf(id, channel)));
    for (const channel of outsideChannels) {
      const hers = this.received[channel]
        .slice(before[channel])
        .filter(({ visits: told }) => told.includes(id));
      const last = this.#isCorrectedOnPhone(channel, id, hers.at(-1), ways) ? undefined : hers.at(-1);
      const wrong = untrue(last, expectedIn(isSame || !last ? lang : last.locale));
      if (!mayRepeat(channel)) wrong.push(...saidTwice(hers));
      if (!isOff && hers.length === 0 && ways.includes(channel)) wrong.push('nothing was said');
      if (wrong.length === 0) continue;
      found.push(...wrong.map((what) => `${what}: visit ${id} by ${channel}, ${listTexts(hers)}`));
      found.push(...(await this.#historyOf(id, channel)));
    }
    return found;
  }

  async complaints(): Promise<string[]> {
    const { rows } = await clinic.deps.database.pool.query(
      `select id, status, to_char(local_start, 'YYYY-MM-DD') as date, to_char(local_start, 'HH24:MI:SS') as time
        from appointments where id = any($1)`,
      [this.#people.flatMap(({ visits }) => visits)],
    );
    const { rows: unsure } = await clinic.deps.database.pool.query(
      `select channel, coalesce(visit_ids, array[appointment_id]) as visits from messages
        where unanswered > 0 and state <> 'sent'`,
    );
    const found = [...this.#wrong];
    for (const person of this.#people) {
      const { id: patient, guardian, visits, before } = person;
      const reader = await findRecipient(clinic.deps.db, guardian?.id ?? patient);
      const ways = reader && before === none ? listContactWays(reader).map(({ channel }) => channel) : [];
      for (const id of visits) {
        const visit = rows.find((row) => row.id === id);
        found.push(...(await this.#complaintsOf(person, id, visit, { ways, unsure })));
      }
    }
    for (const channel of outsideChannels) {
      const keys = this.received[channel].map(({ key }) => key);
      if (new Set(keys).size < keys.length) found.push(`a message was accepted twice by ${channel}`);
    }
    return found;
  }
}

const phoneOf = (n: number): string => `+2010${String(10_000_000 + n)}`;

const isDisplaced = (visits: readonly number[]) => findStillDisplaced(clinic.deps, [...visits]);

/**
 * Names an action that a link offers and the server would reject; empty if there is none. A link of an
 * appointment offers to cancel and to move it, a link of an offer to accept it. Undefined for any other link.
 */
async function whatIsRejected(token: string): Promise<string | undefined> {
  const { kind, actions } = await describeLink(clinic.deps, null, token);
  if (kind === 'stop') return undefined;
  if (kind === 'offer') {
    const offer = (await clinic.call('GET', `/api/links/${token}/offer`)).json();
    const isKept = [offer, ...offer.others].some(({ state }) => state === 'open');
    return isKept ? '' : 'it offers a time that is not kept';
  }
  return actions.includes('cancel') && actions.includes('move') ? '' : 'it offers what is rejected';
}

async function isOver(visit: number): Promise<boolean> {
  const { date, time } = dayClock(clinic.deps.now());
  const { rows } = await clinic.deps.database.pool.query(
    'select 1 from appointments where id = $1 and local_start <= $2::timestamp',
    [visit, localDateTime(date, time)],
  );
  return rows.length > 0;
}

/** These appointments, with the number of their confirmations and cancellations by the patient. */
async function answersTo(visits: readonly number[]) {
  const { rows } = await clinic.deps.database.pool.query(
    `select id, to_char(local_start, 'YYYY-MM-DD') as date, to_char(local_start, 'HH24:MI:SS') as time,
      (status = 'cancelled')::int || ' ' || (select count(*) from events where subject = 'appointments'
        and subject_id = a.id and action = 'patient_confirmed') as answers
      from appointments a where id = any($1) order by id`,
    [visits],
  );
  return rows as { id: number; date: string; time: string; answers: string }[];
}

const newestOf = (received: readonly Received[]): Received[] =>
  received.filter(({ step }) => step === Math.max(...received.map((one) => one.step)));

const listTexts = (received: readonly Received[]): string =>
  received.map(({ key, text }) => `${key} “${text}”`).join(' / ');

const saysOff = (template: string): boolean =>
  template.startsWith('cancelled') || template === 'seriesCancelled';

/** What the last message says about the time; null: the appointment does not take place. */
function untrue(last: Received | undefined, time: string | null): string[] {
  if (!last) return [];
  const { template, text, visits } = last;
  if (template.startsWith('offerDisplaced')) return [time === null ? 'it is off' : 'it takes place'];
  if (saysOff(template) !== (time === null)) return [time === null ? 'it is off' : `it is at ${time}`];
  // A text about several appointments names the first one, and the others only if they fit.
  const isSaid = time === null || text.includes(time) || (visits.length > 1 && !text.includes('\n\n'));
  return isSaid ? [] : [`it is at ${time}`];
}

/**
 * Reminders of two days may have the same text, but their keys contain the number of days ahead. An
 * unanswered message has to be repeated, because the server cannot know that it arrived.
 */
const saidTwice = (received: readonly Received[]): string[] =>
  received.flatMap(({ key, template, text }, n) => {
    const before = received[n - 1];
    const isSame = template.startsWith('reminder')
      ? before?.key === key
      : before?.template === template && before.text === text;
    return isSame && before?.isAnswered ? ['said twice'] : [];
  });

test(
  `after ${runs} random sequences the last message is true, none is repeated, and offered links work`,
  async () => {
    const received = { ...none };
    let offered = 0;
    let toGuardians = 0;
    let otherTimes = 0;
    let series = 0;
    let obeyed = 0;
    let parted = 0;
    let left = runs;
    for (let seed = Number(MESSAGE_SEED); left > 0; seed++, left -= perWeek) {
      const week = new Week(seed);
      await week.open(Math.min(left, perWeek));
      await week.live();
      expect.soft(await week.complaints(), `seed ${seed}`).toEqual([]);
      offered += week.offered;
      otherTimes += week.otherTimes;
      toGuardians += week.toGuardians;
      series += week.series;
      obeyed += week.obeyed;
      parted += week.parted;
      for (const channel of outsideChannels) received[channel] += week.received[channel].length;
    }
    for (const channel of outsideChannels) expect(received[channel], channel).toBeGreaterThan(runs / 4);
    expect(toGuardians).toBeGreaterThan(runs / 10);
    expect(offered).toBeGreaterThan(runs / 2);
    // A week of a hundred lives may have none of these.
    if (runs < 200) return;
    for (const seen of [otherTimes, series, obeyed, parted]) expect(seen).toBeGreaterThan(0);
  },
  60_000 + runs * 1000,
);
