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

/** Why a row got its verdict: the sentence `import.why.<code>`, the column it is about, and its parameters. */
export interface Why {
  readonly code: WhyCode;
  readonly column?: number;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The further doubts of the same row. */
  readonly also?: readonly Why[];
}

/** Doubts about how a row is read. An admin accepts one for a row, or for all rows of a file. */
export const readingDoubts = [
  'phoneShort',
  'phoneLong',
  'phoneWrong',
  'phoneRounded',
  'formulaError',
  'dayOrder',
  'dayUnreadable',
  'dayMissing',
  'dayFar',
  'timeUnreadable',
  'branchUnknown',
  'serviceUnknown',
  'doctorUnknown',
  'statusUnknown',
  'statusAhead',
  'moreCells',
  'fewerCells',
  'rowsInCell',
] as const;
export type ReadingDoubt = (typeof readingDoubts)[number];

/** Doubts about which patient a row is about. */
export const patientDoubts = ['soundsAlike', 'soundsAlikeRow', 'sameName'] as const;

export const whyCodes = [
  'newPatient',
  'newPatientVisit',
  'known',
  'knownVisit',
  'sameRow',
  'sameRowVisit',
  'visitThere',
  ...patientDoubts,
  ...readingDoubts,
  'noName',
  'total',
  'headingsAgain',
  'secondTable',
  'long',
  'timeNeeded',
  'timeSkipped',
  'branchNeeded',
  'serviceNeeded',
  'taken',
  'busy',
  'doctorBusy',
  'firstLeft',
  'stays',
] as const;
export type WhyCode = (typeof whyCodes)[number];

export const isReadingDoubt = (code: WhyCode): code is ReadingDoubt =>
  (readingDoubts as readonly WhyCode[]).includes(code);

/** What the lines of a file are. Together with the rows they are all of its lines. */
export interface Account {
  /** Lines of a text, or rows of a sheet down to its last one. */
  readonly lines: number;
  /** Line breaks within cells: such a row has several lines. */
  readonly breaks: number;
  readonly empty: number;
  /** Titles above the headings. */
  readonly above: number;
  readonly headings: number;
  /** Names of sheets that Excel hides. They are not read. */
  readonly hiddenSheets: string[];
  /** Of a file that is refused: the line with the fault. */
  readonly line?: number;
}

/** A row that is not about a patient, as the file is laid out. */
export type RowProblem = 'headingsAgain' | 'secondTable';

/** What a row says, read. */
export interface Meant {
  readonly name: string;
  readonly phone: string | null;
  readonly phone2: string | null;
  readonly email: string | null;
  readonly birthDate: string | null;
  readonly paperFile: string | null;
  /** What no field holds, each with its heading: becomes part of the note in the patient's file. */
  readonly note: string;
  readonly visit: MeantVisit | null;
}
export interface MeantVisit {
  /** `YYYY-MM-DD` and `HH:MM` of the clinic's clock. */
  readonly date: string;
  readonly time: string;
  /** False: the list has no time, and `time` is the usual one. */
  readonly timed: boolean;
  readonly minutes: number;
  readonly locationId: number;
  readonly serviceId: number;
  readonly doctorId: number | null;
  readonly status: AppointmentStatus;
  readonly notes: string;
  /** It lies ahead: it needs a room. */
  readonly ahead: boolean;
}
