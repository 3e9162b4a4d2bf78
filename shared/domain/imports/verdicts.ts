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

/** States in which the server is working on the import. */
export const workingStates = ['reading', 'checking', 'running', 'stopping', 'undoing'] as const;
export type StateAtWork = (typeof workingStates)[number];
export const isWorkingState = (state: ImportState): state is StateAtWork =>
  workingStates.some((one) => one === state);

/** Result for a row. Only `new` and `same` rows are imported. */
export const verdicts = ['new', 'same', 'doubtful', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

/** Reason of a verdict: the text `import.why.<code>`, its column and parameters. */
export interface VerdictReason {
  readonly code: WhyCode;
  readonly column?: number;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Further doubts about the same row. */
  readonly also?: readonly VerdictReason[];
}

/**
 * Doubts about how a row was read, or whether its appointment can take place. An admin accepts one for a row,
 * or for all rows of a file.
 */
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
  'closed',
  'doctorAway',
] as const;
export type ReadingDoubt = (typeof readingDoubts)[number];

/** Doubts about which patient a row belongs to. */
export const patientDoubts = ['soundsAlike', 'soundsAlikeRow', 'sameName', 'numberUnconfirmed'] as const;

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

/** What the lines of a file are. Together with the rows they cover the whole file. */
export interface FileSummary {
  /** Lines of a text file, or rows of a sheet up to the last one with data. */
  readonly lines: number;
  /** Line breaks within cells: such a row takes several lines. */
  readonly breaks: number;
  readonly empty: number;
  /** Titles above the headings. */
  readonly above: number;
  readonly headings: number;
  /** Names of sheets that Excel hides. They are not read. */
  readonly hiddenSheets: string[];
  /** For a file that is refused: the line of the fault. */
  readonly line?: number;
}

/** A row that is not about a patient, but part of the layout of the file. */
export type RowProblem = 'headingsAgain' | 'secondTable';

/** The parsed content of a row. */
export interface RowContent {
  readonly name: string;
  readonly phone: string | null;
  readonly phone2: string | null;
  readonly email: string | null;
  readonly birthDate: string | null;
  readonly paperFile: string | null;
  /** Values without a field, each with its heading: added to the note in the patient's file. */
  readonly note: string;
  /** Lines that the import added to the note of an existing patient. */
  readonly addedNote?: string;
  readonly visit: VisitContent | null;
}
export interface VisitContent {
  /** `YYYY-MM-DD` and `HH:MM` on the clinic's clock. */
  readonly date: string;
  readonly time: string;
  /** False: the list gives no time, and `time` is the default. */
  readonly timed: boolean;
  readonly minutes: number;
  readonly locationId: number;
  readonly serviceId: number;
  readonly doctorId: number | null;
  readonly status: AppointmentStatus;
  readonly notes: string;
  /** The appointment is in the future and needs a room. */
  readonly ahead: boolean;
}
