import type { AppointmentStatus } from '../visits/appointment-status.ts';

export const importStates = [
  'reading',
  'refused',
  'checking',
  'checked',
  'running',
  'stopping',
  'done',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** The server works on it by itself. */
export const atWork = ['reading', 'checking', 'running', 'stopping', 'undoing'] as const;
export type StateAtWork = (typeof atWork)[number];
export const isAtWork = (state: ImportState): state is StateAtWork => atWork.some((one) => one === state);

/** What will become of a row. Only `new` and `same` come in. */
export const verdicts = ['new', 'same', 'doubtful', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a row got its verdict: the sentence `import.why.<code>`, the column it speaks of, and its blanks. */
export interface Why {
  readonly code: WhyCode;
  readonly column?: number;
  readonly params?: Readonly<Record<string, string | number>>;
}

export const whyCodes = [
  'newPatient',
  'newPatientVisit',
  'known',
  'knownVisit',
  'sameRow',
  'sameRowVisit',
  'visitThere',
  'soundsAlike',
  'soundsAlikeRow',
  'sameName',
  'dayOrder',
  'noName',
  'long',
  'phoneShort',
  'phoneLong',
  'phoneWrong',
  'phoneRounded',
  'formulaError',
  'emailWrong',
  'dayUnreadable',
  'dayMissing',
  'dayFar',
  'born',
  'timeUnreadable',
  'timeNeeded',
  'timeSkipped',
  'branchUnknown',
  'branchNeeded',
  'serviceUnknown',
  'serviceNeeded',
  'doctorUnknown',
  'statusUnknown',
  'statusAhead',
  'taken',
  'busy',
  'doctorBusy',
  'firstLeft',
] as const;
export type WhyCode = (typeof whyCodes)[number];

/** What a row says, read. */
export interface Meant {
  readonly name: string;
  readonly phone: string | null;
  readonly phone2: string | null;
  readonly email: string | null;
  readonly birthDate: string | null;
  readonly paperFile: string | null;
  readonly visit: MeantVisit | null;
}
export interface MeantVisit {
  /** `YYYY-MM-DD` and `HH:MM` of the clinic's clock. */
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly locationId: number;
  readonly serviceId: number;
  readonly doctorId: number | null;
  readonly status: AppointmentStatus;
  readonly notes: string;
  /** It lies ahead: it needs a room. */
  readonly ahead: boolean;
}
