import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaseMessages } from '#server/engine/delivery/lease-queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type BookingInput, createAppointment } from '#server/features/appointments/actions.ts';
import { type ChangeInput, changeAppointment } from '#server/features/appointments/change-actions.ts';
import { removeAppointment } from '#server/features/appointments/staff-actions.ts';
import { offerTo, withdrawNeedless } from '#server/features/disruptions/actions.ts';
import { standingDisplaced } from '#server/features/disruptions/state-queries.ts';
import { describeLink } from '#server/features/links/actions.ts';
import { expireOffers } from '#server/features/offers/actions.ts';
import { saveGateways } from '#server/features/recipients/queries.ts';
import { remind } from '#server/features/reminders/actions.ts';
import { exceptionRows, previewOfHours, saveExceptions } from '#server/features/schedules/actions.ts';
import { insertSettings, readSettings } from '#server/features/settings/queries.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import { type GatewayServer, gatewayServer } from '#server/testing/gateway-server.ts';
import { monday, type TestApp, testApp } from '#server/testing/test-app.ts';
import {
  addDays,
  clinicClock,
  dayClock,
  later,
  localDateTime,
  timeOfMinutes,
} from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatTimeOf } from '#shared/domain/time-words.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { asPatient } from './link-viewer-actions.ts';

/**
 * Random lives of appointments: booked, moved, cancelled, reopened and deleted by the desk and by the
 * patient, beside gateways that fail, quiet hours, holidays, processes that die and settings that change. One run
 * covers the appointments of one patient; a week of the clinic contains many runs. `prove messages` runs 10,000.
 */
const { MESSAGE_RUNS = '200', MESSAGE_SEED = '1' } = process.env;
const runs = Number(MESSAGE_RUNS);
const perWeek = 100;
const channels = ['sms', 'whatsapp'] as const;

let clinic: TestApp;
let gateways: Record<(typeof channels)[number], GatewayServer>;
beforeAll(async () => {
  gateways = { sms: await gatewayServer(), whatsapp: await gatewayServer() };
  clinic = await testApp({
    SMS_GATEWAY_URL: gateways.sms.url,
    WHATSAPP_GATEWAY_URL: gateways.whatsapp.url,
  });
});
afterAll(async () => {
  await clinic.close();
  await Promise.all(Object.values(gateways).map((gateway) => gateway.close()));
});

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

interface Received {
  readonly key: string;
  readonly template: string;
  /** Its appointments: several if a reminder lists the appointments of a day. */
  readonly visits: readonly number[];
  /** The first line of the message. */
  readonly text: string;
  /** The other lines. */
  readonly lines: readonly string[];
}

const from = { id: 0, role: 'patient', lang: 'en', ip: '127.0.0.1', requestId: 'model' } as never;
const actingAs = (id: number, role: 'patient' | 'admin'): Viewer => ({
  ...asPatient({ id, name: 'Somebody', lang: 'en' } as never, from),
  role,
});

interface Person {
  readonly id: number;
  readonly lang: Lang;
  readonly visits: number[];
}

/** One week of a clinic with many patients. */
class Week {
  readonly #random: () => number;
  readonly #people: Person[] = [];
  /** Number of gateway calls already checked; calls of an earlier week do not count. */
  readonly #seen = { sms: gateways.sms.calls.length, whatsapp: gateways.whatsapp.calls.length };
  readonly received: Record<(typeof channels)[number], Received[]> = { sms: [], whatsapp: [] };
  /** Offers in texts that would be rejected when the text arrives. */
  readonly #rejected: string[] = [];
  offered = 0;
  /** Texts that offer a displaced patient another time. */
  otherTimes = 0;
  #admin = 0;
  #worker = clinic.worker();

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  #below = (n: number): number => Math.floor(this.#random() * n);
  #pick = <T>(list: readonly T[]): T => list[this.#below(list.length)] as T;

  async open(patients: number): Promise<void> {
    const { deps } = clinic;
    await clinic.reset();
    await saveGateways(deps.db, deps.config);
    await makeClinic(deps.db, { rooms: 20 });
    this.#admin = (await makeUser(deps.db, { role: 'admin' })).id;
    for (let n = 0; n < patients; n++) {
      const lang = this.#pick(['en', 'ar'] as const);
      const { id } = await makeUser(deps.db, {
        phone: `+2010${String(10_000_000 + n)}`,
        phoneConfirmedAt: monday,
        channels: [...this.#pick([['sms'], ['sms', 'whatsapp'], ['whatsapp', 'sms']] as const)],
        locale: lang,
      });
      this.#people.push({ id, lang, visits: [] });
    }
  }

  async live(): Promise<void> {
    for (let n = 0; n < 14; n++) {
      for (const person of this.#people) if (this.#random() < 0.35) await this.#act(person);
      if (this.#random() < 0.2) await this.#changeSettings();
      if (this.#random() < 0.25) await this.#changeHolidays();
      await this.#step(5 + this.#below(240), this.#pick([0, 0, 0.3, 0.9]));
    }
    for (let n = 0; n < 16; n++) await this.#step(n < 4 ? 10 : 180, 0);
    await this.#worker.stop();
  }

  /** A message that a gateway accepted. */
  async #receive(): Promise<void> {
    for (const channel of channels) {
      const calls = gateways[channel].calls.slice(this.#seen[channel]);
      this.#seen[channel] += calls.length;
      const { rows } = await clinic.deps.database.pool.query(
        `select dedupe_key as key, template,
            coalesce(visit_ids, array_remove(array[appointment_id], null)) as visits
          from messages where channel = $1`,
        [channel],
      );
      const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 32);
      const byId = new Map(rows.map((row) => [idOf(row.key), row]));
      for (const { headers, body, status } of calls) {
        const [id = ''] = String(headers['idempotency-key']).split('@');
        const [text = '', ...lines] = JSON.parse(body).text.split('\n');
        if (status >= 300) continue;
        const received = { ...byId.get(id), text, lines };
        this.received[channel].push(received);
        await this.#checkStanding(received);
        await this.#openLink(text, lines);
      }
    }
  }

  /** No text says that an appointment takes place on a day on which the branch is closed. */
  async #checkStanding({ template, visits, text }: Received): Promise<void> {
    if (template.startsWith('cancelled')) return;
    if ((await standingDisplaced(clinic.deps, [...visits])).length > 0)
      this.#rejected.push(`it says that a displaced visit takes place: “${text}”`);
  }

  /** The link of a text cancels and moves the appointment, or takes the offer, if there is one. */
  async #openLink(text: string, lines: readonly string[]): Promise<void> {
    const token = /\/l\/([\w-]+)$/m.exec(lines.join('\n'))?.[1];
    if (!token) return;
    this.offered++;
    const { kind, actions } = await describeLink(clinic.deps, null, token);
    if (kind === 'offer') {
      this.otherTimes++;
      const offer = (await clinic.call('GET', `/api/links/${token}/offer`)).json();
      if (offer.state !== 'open') this.#rejected.push(`it offers a time that is not kept: “${text}”`);
    } else if (!actions.includes('cancel') || !actions.includes('move'))
      this.#rejected.push(`it offers what is rejected: “${text}”`);
  }

  #someTime() {
    const appointmentDate = addDays(clinicClock(clinic.deps.now()).date, this.#pick([0, 1, 2, 4, 5, 6, 7]));
    return { appointmentDate, appointmentTime: timeOfMinutes(900 + 20 * this.#below(11)) };
  }

  /** An action of the desk or the patient on one of her appointments. */
  async #act({ id, visits }: Person): Promise<void> {
    const { deps } = clinic;
    const desk = actingAs(this.#admin, 'admin');
    const viewer = this.#random() < 0.6 ? desk : actingAs(id, 'patient');
    const one = visits.length > 0 ? this.#pick(visits) : undefined;
    // Changes of past appointments send no messages.
    if (one !== undefined && (await isOver(one))) return;
    const what = this.#random();
    const change = (by: Viewer, input: ChangeInput) => changeAppointment(deps, by, one ?? 0, input);
    try {
      if (one === undefined || (what < 0.2 && visits.length < 3)) {
        const wish = { userId: id, locationId: 1, service: '1', ...this.#someTime() };
        visits.push((await createAppointment(deps, viewer, wish as BookingInput, null)).id);
      } else if (what < 0.55) await change(viewer, this.#someTime());
      else if (what < 0.75) await change(viewer, { status: 'cancelled' });
      else if (what < 0.9) await change(desk, { status: 'confirmed' });
      else if (what < 0.95) await change(desk, { appendNote: 'Late?' });
      else await removeAppointment(deps, desk, one);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
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
    await insertSettings(deps.db, settings, this.#admin);
    deps.cache.dropAll();
  }

  /** The day of a visit becomes a holiday, or none is one any more; half of the displaced get another time. */
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
    const plan = { locationId: 1, proposed: { exceptions: exceptionRows(exceptions) } };
    const { visits } = await previewOfHours(deps, desk, [plan]);
    await saveExceptions(deps, desk, 1, exceptions);
    const chosen = visits.flatMap(({ visit, proposals: [time] }) =>
      time && this.#random() < 0.5 ? [{ appointmentId: visit.id, time }] : [],
    );
    if (chosen.length > 0) await offerTo(deps, desk, chosen);
  }

  /** Advances the clock; then the processes work, and one of them may die. */
  async #step(minutes: number, failing: number): Promise<void> {
    const { deps } = clinic;
    clinic.setNow(later(deps.now(), minutes * 60_000));
    for (const gateway of Object.values(gateways))
      gateway.status = () => (this.#random() < failing ? 500 : 202);
    await remind(deps);
    await expireOffers(deps);
    await withdrawNeedless(deps);
    if (this.#random() < 0.2) {
      await this.#worker.stop();
      this.#worker = clinic.worker();
    }
    if (this.#random() < 0.1) {
      const lease = { now: deps.now(), until: later(deps.now(), 60_000) };
      await leaseMessages(deps.db, lease, 'rest', [{ channel: this.#pick(channels), places: 3 }]);
    }
    await this.#worker.poke();
    await this.#receive();
  }

  async complaints(): Promise<string[]> {
    const { rows } = await clinic.deps.database.pool.query(
      `select id, status, to_char(local_start, 'YYYY-MM-DD') as date, to_char(local_start, 'HH24:MI:SS') as time
        from appointments where id = any($1)`,
      [this.#people.flatMap(({ visits }) => visits)],
    );
    const found = [...this.#rejected];
    for (const { lang, visits } of this.#people)
      for (const id of visits)
        for (const channel of channels) {
          const hers = this.received[channel].filter(({ visits: told }) => told.includes(id));
          const visit = rows.find((row) => row.id === id);
          const isOff = !visit || !isOpen(visit.status);
          // A message that was not delivered before the appointment began is dropped.
          if (!isOff && (await isOver(id))) continue;
          // Staff have to call: nothing says meanwhile that it takes place.
          if (!isOff && (await standingDisplaced(clinic.deps, [id])).length > 0) continue;
          const expected = isOff ? null : formatTimeOf(lang, visit.date, visit.time);
          const wrong = [...untrue(hers.at(-1), expected), ...saidTwice(hers)];
          const said = hers.map(({ key, text }) => `${key} “${text}”`).join(' / ');
          found.push(...wrong.map((what) => `${what}: visit ${id} by ${channel}, ${said}`));
        }
    for (const channel of channels) {
      const keys = this.received[channel].map(({ key }) => key);
      if (new Set(keys).size < keys.length) found.push(`a message was accepted twice by ${channel}`);
    }
    return found;
  }
}

async function isOver(visit: number): Promise<boolean> {
  const { date, time } = dayClock(clinic.deps.now());
  const { rows } = await clinic.deps.database.pool.query(
    'select 1 from appointments where id = $1 and local_start <= $2::timestamp',
    [visit, localDateTime(date, time)],
  );
  return rows.length > 0;
}

/** What the last message says about the time; null: the appointment does not take place. */
function untrue(last: Received | undefined, time: string | null): string[] {
  if (!last) return [];
  if (last.template.startsWith('cancelled') !== (time === null))
    return [time === null ? 'it is off' : `it is at ${time}`];
  const isSaid = time === null || [last.text, ...last.lines].some((line) => line.includes(time));
  return isSaid ? [] : [`it is at ${time}`];
}

/** Reminders of two days may read alike: their keys contain the number of days ahead. */
const saidTwice = (received: readonly Received[]): string[] =>
  received.flatMap(({ key, template, text }, n) => {
    const before = received[n - 1];
    const isSame = template.startsWith('reminder')
      ? before?.key === key
      : before?.template === template && before.text === text;
    return isSame ? ['said twice'] : [];
  });

test(
  `the last message of ${runs} random lives of visits is true, nothing is said twice, and every offer is accepted`,
  async () => {
    let received = 0;
    let offered = 0;
    let otherTimes = 0;
    let left = runs;
    for (let seed = Number(MESSAGE_SEED); left > 0; seed++, left -= perWeek) {
      const week = new Week(seed);
      await week.open(Math.min(left, perWeek));
      await week.live();
      expect(await week.complaints(), `seed ${seed}`).toEqual([]);
      offered += week.offered;
      otherTimes += week.otherTimes;
      received += week.received.sms.length + week.received.whatsapp.length;
    }
    expect(received).toBeGreaterThan(runs * 2);
    expect(offered).toBeGreaterThan(runs / 2);
    expect(otherTimes).toBeGreaterThan(0);
  },
  60_000 + runs * 1000,
);
