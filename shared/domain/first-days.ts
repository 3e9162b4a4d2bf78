import { lacksArabic } from './people/doctor-name.ts';

/** What an owner goes through before the first patient comes, in this order. */
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

/** Steps that come filled in: the owner saves each part, or says that all of it is right. */
export const checkableSteps = ['branches', 'services'] as const satisfies readonly GuideStep[];
export type CheckableStep = (typeof checkableSteps)[number];

/** What can be missing; each has its words, `guide.lack.<lack>`. */
export const guideLacks = [
  'name.unread',
  'name.arabic',
  'name.public',
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

export interface Named {
  readonly name: string;
  readonly nameAr: string | null;
}
interface Branch extends Named {
  readonly phone: string;
  /** Some hours in the week. */
  readonly opens: boolean;
  /** Its times are those of doctors, and none is on duty there. */
  readonly waitsForDoctors: boolean;
}
interface Doctor extends Named {
  readonly onDuty: boolean;
}

/** The clinic as it is: nothing of it is written down for the guide. */
export interface ClinicState extends Named {
  /** Its settings were saved: somebody has looked at what it came with. */
  readonly settingsRead: boolean;
  /** Contact and figures of the public page were saved: they are no examples any more. */
  readonly publicRead: boolean;
  readonly branches: readonly Branch[];
  /** Branches and services that came with the program and that nobody has saved. */
  readonly branchesUnread: number;
  readonly services: number;
  readonly servicesUnread: number;
  readonly doctors: readonly Doctor[];
  /** There is a way for messages to leave. */
  readonly connected: boolean;
  /** One has left by it. */
  readonly messageLeft: boolean;
  /** Privacy notice and terms that nobody has saved: they stand as the clinic came with them. */
  readonly legalUnread: number;
  readonly patients: boolean;
  readonly visits: boolean;
}

/** One thing that is missing, and of whom or how many. */
export interface Lack {
  lack: GuideLack;
  of: Named[];
  n: number;
}

const plain = (lack: GuideLack, missing: boolean, n = 0): Lack[] => (missing ? [{ lack, of: [], n }] : []);
const named = (lack: GuideLack, of: readonly Named[]): Lack[] =>
  of.length > 0 ? [{ lack, of: of.map(({ name, nameAr }) => ({ name, nameAr })), n: of.length }] : [];

/** What each step still lacks, what keeps patients from booking first. */
const lacking: Record<GuideStep, (clinic: ClinicState) => Lack[]> = {
  name: ({ settingsRead, nameAr, publicRead }) => [
    ...plain('name.unread', !settingsRead),
    ...plain('name.arabic', nameAr === null),
    ...plain('name.public', !publicRead),
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

/** Old lists come in where there are any: nobody is told that they are missing. */
export const optionalSteps: readonly GuideStep[] = ['patients'];

export interface StepState {
  readonly step: GuideStep;
  readonly done: boolean;
  readonly lacks: Lack[];
}

/** Every step with what it lacks; one that lacks nothing is done. */
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

/** About how long the rest takes. */
export const minutesLeft = (steps: readonly Pick<StepState, 'step' | 'done'>[]): number =>
  steps.reduce((sum, { step, done }) => sum + (done ? 0 : minutes[step]), 0);
