import type { Viewer } from '#server/engine/http/session.ts';
import { createPatientViewer } from '#server/features/notifications/link-viewer-actions.ts';
import { saveGateways } from '#server/features/recipients/queries.ts';
import { makeClinic, makeUser } from '#server/testing/factories.ts';
import {
  type AcceptedMessage,
  type MessageGateways,
  type OutsideChannel,
  outsideChannels,
} from '#server/testing/message-gateways.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { ClinicClock } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { Random } from './random.ts';
import type { VisitState } from './visits.ts';

/** A message that a patient, or her guardian, received. */
export interface Received extends AcceptedMessage {
  /** Its number in the outbox. */
  readonly row: number;
  readonly key: string;
  readonly template: string;
  /** The recipient. */
  readonly reader: number;
  readonly locale: Lang;
  /** Start of its only appointment when the message was received; null if it has several or was deleted. */
  readonly start: VisitState | null;
  /** The state that it gives of its appointment. */
  readonly says: string | null;
  /** The offers of other times that it made; empty for other messages. */
  readonly offers: string;
  /** Number of the step after which it was received, and the clinic day. */
  readonly step: number;
  readonly day: string;
  /** Its appointments: several if it is about the appointments of a day, or about several displaced ones. */
  readonly visits: readonly number[];
  /** It was about several when it was received; one without an answer keeps only those that were named later. */
  readonly isAboutSeveral: boolean;
}

export interface Person {
  readonly id: number;
  readonly phone: string | null;
  visits: number[];
  /** The guardian, while the patient has no account. */
  guardian: Person | null;
  lang: Lang;
  /**
   * Length of each list of `Week.received` when messages about her last got another recipient or other
   * channels. Null: they always went the same way.
   */
  changedAt: Record<OutsideChannel, number> | null;
  /** Her record, and those that were merged into it. */
  records: number[];
  /** When the merge of her record was undone: only messages to her records reached her, or about her children. */
  mergeUndoneAt: ClinicClock | null;
}

export interface Merge {
  readonly id: number;
  readonly kept: Person;
  readonly gone: Person;
  /** Children of the record that is gone. */
  readonly children: readonly Person[];
}

/** The clinic, its gateways and its random numbers. */
export interface World {
  readonly clinic: TestApp;
  readonly gateways: MessageGateways;
}

/** One week of a clinic with many patients, and what they received. */
export interface Week extends World {
  readonly seed: number;
  readonly random: Random;
  readonly desk: Viewer;
  readonly people: Person[];
  readonly merges: Merge[];
  readonly received: Record<OutsideChannel, Received[]>;
  /** Number of steps so far. */
  steps: number;
  /** Faults that were found before the end of the week. */
  readonly wrong: string[];
  /** Log of the steps and of the accepted messages; a fault prints the part about its appointment. */
  readonly journal: { readonly visits: readonly number[]; readonly what: string }[];
  /** How often the week did what the model is about. */
  readonly seen: Seen;
}

/** Numbers of messages and actions. */
export interface Seen {
  /** Links that offer to change an appointment or to take a time. */
  offered: number;
  /** Messages that offer a displaced patient another time. */
  otherTimes: number;
  /** Messages to a guardian. */
  toGuardians: number;
  /** Messages about several appointments that were booked, moved or cancelled together. */
  series: number;
  /** Replies that confirmed or cancelled an appointment. */
  effectiveReplies: number;
  /** Merges that were undone. */
  undoneMerges: number;
}
export const nothingSeen: Seen = {
  offered: 0,
  otherTimes: 0,
  toGuardians: 0,
  series: 0,
  effectiveReplies: 0,
  undoneMerges: 0,
};

export const actor = { id: 0, role: 'patient', lang: 'en', ip: '127.0.0.1', requestId: 'model' } as never;

export const createViewer = (id: number, role: 'patient' | 'admin'): Viewer => ({
  ...createPatientViewer({ id, name: 'Somebody', lang: 'en' } as never, actor),
  role,
});

/** An empty clinic with one branch and one admin, before its first day. */
export async function openWeek({ clinic, gateways }: World, seed: number): Promise<Week> {
  const { deps } = clinic;
  await clinic.reset();
  gateways.forget();
  await saveGateways(deps.db, deps.config);
  await makeClinic(deps.db, { rooms: 20 });
  const admin = await makeUser(deps.db, { role: 'admin' });
  return {
    clinic,
    gateways,
    seed,
    random: new Random(seed),
    desk: createViewer(admin.id, 'admin'),
    people: [],
    merges: [],
    received: { sms: [], whatsapp: [], email: [], push: [] },
    steps: 0,
    wrong: [],
    journal: [],
    seen: { ...nothingSeen },
  };
}

/** Adds an entry about these appointments to the journal; without appointments it concerns all. */
export function note({ clinic, journal }: Week, what: string, ...visits: readonly number[]): void {
  journal.push({ visits, what: `${clinic.deps.now().toISOString().slice(5, 16)} ${what}` });
}

/** Returns the journal entries about an appointment, and the rows of its messages. */
export async function findHistory({ clinic, journal }: Week, visit: number): Promise<string[]> {
  const { rows } = await clinic.deps.database.pool.query(
    `select id, channel, dedupe_key, state, outdated, attempts, unanswered, says, run_at, done_at, error
      from messages where channel = any($2) and (appointment_id = $1 or $1 = any(visit_ids)) order by id`,
    [visit, outsideChannels],
  );
  return [
    ...journal.filter(({ visits }) => visits.length === 0 || visits.includes(visit)).map(({ what }) => what),
    ...rows.map((row) => JSON.stringify(row)),
  ];
}
