import { lacksArabic } from './people/doctor-name.ts';

/** Steps of the setup guide before the first patient, in this order. */
export const guideSteps = [
  'name',
  'branches',
  'services',
  'doctors',
  'messages',
  'legal',
  'patients',
  'booking',
] as const;
export type GuideStep = (typeof guideSteps)[number];

/** Steps that start with default data: the owner saves each part, or confirms all of it. */
export const checkableSteps = [
  'name',
  'branches',
  'services',
  'legal',
] as const satisfies readonly GuideStep[];
export type CheckableStep = (typeof checkableSteps)[number];

/** Things that can be missing; the texts are `guide.lack.<lack>`. */
export const guideLacks = [
  'name.unread',
  'name.arabic',
  'name.contact',
  'name.figures',
  'branches.none',
  'branches.unread',
  'branches.hours',
  'branches.phone',
  'services.none',
  'services.unread',
  'doctors.none',
  'doctors.duty',
  'doctors.branch',
  'doctors.arabic',
  'messages.unconnected',
  'messages.untried',
  'legal.unread',
  'patients.none',
  'booking.none',
] as const;
export type GuideLack = (typeof guideLacks)[number];

/** Default data that the owner may confirm instead of saving her own. */
export const confirmableLacks: readonly GuideLack[] = [
  'name.contact',
  'name.figures',
  'branches.unread',
  'services.unread',
  'legal.unread',
];

export interface Named {
  readonly name: string;
  readonly nameAr: string | null;
}
interface Branch extends Named {
  readonly phone: string;
  /** Has opening hours on some weekday. */
  readonly opens: boolean;
  /** Books by doctors, and no doctor is on duty there. */
  readonly waitsForDoctors: boolean;
}
interface Doctor extends Named {
  readonly onDuty: boolean;
}

/** Facts about the clinic, read from its data: the guide stores nothing of its own. */
export interface ClinicState extends Named {
  /** The settings were saved at least once, so somebody has reviewed the defaults. */
  readonly settingsRead: boolean;
  /** Contact details and figures of the public page were saved, so they are no longer examples. */
  readonly contactRead: boolean;
  readonly figuresRead: boolean;
  readonly branches: readonly Branch[];
  /** Default branches and services that nobody has saved. */
  readonly branchesUnread: number;
  readonly services: number;
  readonly servicesUnread: number;
  readonly doctors: readonly Doctor[];
  /** At least one channel can deliver messages. */
  readonly connected: boolean;
  /** A message has been sent. */
  readonly messageLeft: boolean;
  /** Privacy notice and terms that still have their default texts. */
  readonly legalUnread: number;
  readonly patients: boolean;
  readonly visits: boolean;
}

/** Something that is missing, and its name or number. */
export interface Lack {
  lack: GuideLack;
  of: Named[];
  n: number;
}

const plain = (lack: GuideLack, missing: boolean, n = 0): Lack[] => (missing ? [{ lack, of: [], n }] : []);
const named = (lack: GuideLack, of: readonly Named[]): Lack[] =>
  of.length > 0 ? [{ lack, of: of.map(({ name, nameAr }) => ({ name, nameAr })), n: of.length }] : [];

/** What each step still lacks, the things that block bookings first. */
const lacking: Record<GuideStep, (clinic: ClinicState) => Lack[]> = {
  name: ({ settingsRead, nameAr, contactRead, figuresRead }) => [
    ...plain('name.unread', !settingsRead),
    ...plain('name.arabic', nameAr === null),
    ...plain('name.contact', !contactRead),
    ...plain('name.figures', !figuresRead),
  ],
  branches: ({ branches, branchesUnread }) => [
    ...plain('branches.none', branches.length === 0),
    ...plain('branches.unread', branchesUnread > 0, branchesUnread),
    ...named(
      'branches.hours',
      branches.filter(({ opens }) => !opens),
    ),
    ...named(
      'branches.phone',
      branches.filter(({ phone }) => phone === ''),
    ),
  ],
  services: ({ services, servicesUnread }) => [
    ...plain('services.none', services === 0),
    ...plain('services.unread', servicesUnread > 0, servicesUnread),
  ],
  doctors: ({ doctors, branches }) => [
    ...plain('doctors.none', doctors.length === 0),
    ...named(
      'doctors.branch',
      branches.filter(({ waitsForDoctors }) => waitsForDoctors),
    ),
    ...named(
      'doctors.duty',
      doctors.filter(({ onDuty }) => !onDuty),
    ),
    ...named('doctors.arabic', doctors.filter(lacksArabic)),
  ],
  messages: ({ connected, messageLeft }) => [
    ...plain('messages.unconnected', !connected),
    ...plain('messages.untried', connected && !messageLeft),
  ],
  legal: ({ legalUnread }) => plain('legal.unread', legalUnread > 0, legalUnread),
  patients: ({ patients }) => plain('patients.none', !patients),
  booking: ({ visits }) => plain('booking.none', !visits),
};

/** Importing old lists is optional: not reported as missing. */
export const optionalSteps: readonly GuideStep[] = ['patients'];

export interface StepState {
  readonly step: GuideStep;
  readonly done: boolean;
  readonly lacks: Lack[];
}

/** Every step with what it lacks; a step that lacks nothing is done. */
export const guideOf = (clinic: ClinicState): StepState[] =>
  guideSteps.map((step) => {
    const lacks = lacking[step](clinic);
    return { step, done: lacks.length === 0, lacks };
  });

const minutes: Record<GuideStep, number> = {
  name: 2,
  branches: 5,
  services: 3,
  doctors: 8,
  messages: 5,
  legal: 10,
  patients: 0,
  booking: 2,
};

/** Estimated minutes for the remaining steps. */
export const minutesLeft = (steps: readonly Pick<StepState, 'step' | 'done'>[]): number =>
  steps.reduce((sum, { step, done }) => sum + (done ? 0 : minutes[step]), 0);
