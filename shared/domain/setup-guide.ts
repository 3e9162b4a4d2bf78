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
export interface MissingItem {
  lack: GuideLack;
  of: Named[];
  n: number;
}

const missingIf = (lack: GuideLack, missing: boolean, n = 0): MissingItem[] =>
  missing ? [{ lack, of: [], n }] : [];
const missingNamed = (lack: GuideLack, of: readonly Named[]): MissingItem[] =>
  of.length > 0 ? [{ lack, of: of.map(({ name, nameAr }) => ({ name, nameAr })), n: of.length }] : [];

/** What each step still lacks, the things that block bookings first. */
const missingByStep: Record<GuideStep, (clinic: ClinicState) => MissingItem[]> = {
  name: ({ settingsRead, nameAr, contactRead, figuresRead }) => [
    ...missingIf('name.unread', !settingsRead),
    ...missingIf('name.arabic', nameAr === null),
    ...missingIf('name.contact', !contactRead),
    ...missingIf('name.figures', !figuresRead),
  ],
  branches: ({ branches, branchesUnread }) => [
    ...missingIf('branches.none', branches.length === 0),
    ...missingIf('branches.unread', branchesUnread > 0, branchesUnread),
    ...missingNamed(
      'branches.hours',
      branches.filter(({ opens }) => !opens),
    ),
    ...missingNamed(
      'branches.phone',
      branches.filter(({ phone }) => phone === ''),
    ),
  ],
  services: ({ services, servicesUnread }) => [
    ...missingIf('services.none', services === 0),
    ...missingIf('services.unread', servicesUnread > 0, servicesUnread),
  ],
  doctors: ({ doctors, branches }) => [
    ...missingIf('doctors.none', doctors.length === 0),
    ...missingNamed(
      'doctors.branch',
      branches.filter(({ waitsForDoctors }) => waitsForDoctors),
    ),
    ...missingNamed(
      'doctors.duty',
      doctors.filter(({ onDuty }) => !onDuty),
    ),
    ...missingNamed('doctors.arabic', doctors.filter(lacksArabic)),
  ],
  messages: ({ connected, messageLeft }) => [
    ...missingIf('messages.unconnected', !connected),
    ...missingIf('messages.untried', connected && !messageLeft),
  ],
  legal: ({ legalUnread }) => missingIf('legal.unread', legalUnread > 0, legalUnread),
  patients: ({ patients }) => missingIf('patients.none', !patients),
  booking: ({ visits }) => missingIf('booking.none', !visits),
};

/** Importing old lists is optional: not reported as missing. */
export const optionalSteps: readonly GuideStep[] = ['patients'];

export interface StepState {
  readonly step: GuideStep;
  readonly done: boolean;
  readonly lacks: MissingItem[];
}

/** Every step with what it lacks; a step that lacks nothing is done. */
export const listStepStates = (clinic: ClinicState): StepState[] =>
  guideSteps.map((step) => {
    const lacks = missingByStep[step](clinic);
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
