/**
 * The rules of booking once more, as small as they can be said, to be compared with what the clinic does.
 * Nothing here is shared with the product: who copies a rule copies its mistake.
 */

/** A stretch of a day, in minutes from its midnight. The story begins on day 0. */
export interface Stretch {
  readonly branch: number;
  readonly day: number;
  readonly start: number;
  readonly minutes: number;
}
type Place = Pick<Stretch, 'branch' | 'day'>;
export type Status = 'pending' | 'confirmed' | 'attended' | 'no_show' | 'cancelled';
export interface Visit extends Stretch {
  readonly id: number;
  readonly patient: number;
  /** Null: outside the rooms, beside whoever is there. */
  readonly room: number | null;
  readonly status: Status;
  /** How far she came on a day, at a branch: of another day or branch it says nothing. */
  readonly came?: Came;
}
interface Came extends Place {
  readonly arrived: boolean;
  readonly called: boolean;
  readonly left: boolean;
}
/** A time that is kept for her until an hour, in minutes of the story. */
export interface Kept extends Stretch {
  readonly id: number;
  readonly patient: number;
  readonly room: number;
  readonly until: number;
  readonly open: boolean;
}

/** That somebody looks after a patient: hers to act for while it lasts and she sees her visits. */
export interface Care {
  readonly id: number;
  readonly patient: number;
  readonly guardian: number;
  readonly sees: boolean;
  readonly ended: boolean;
}

const hour = 60;
const aDay = 24 * hour;
/** From one minute of a day until before another. */
export type Shift = readonly [from: number, to: number];

/** The story begins at noon, and the clinic's day ends at three in the night. */
const noon = 12 * hour;
const night = 3 * hour;
/** Patients are seen from three on, whenever the doors open. */
const consultations = 15 * hour;
const step = 20;

export class BookingModel {
  /** Minutes since the story began. */
  now = 0;
  readonly rooms = new Map<number, number>();
  /** Of each day of the week. */
  readonly shifts = new Map<number, readonly Shift[]>();
  /** Days that differ, by branch and day: none is closed. */
  readonly exceptions = new Map<string, readonly Shift[]>();
  readonly visits = new Map<number, Visit>();
  readonly kept = new Map<number, Kept>();
  readonly cares = new Map<number, Care>();

  get today(): number {
    return Math.floor((this.now + noon - night) / aDay);
  }

  /** The visits that take up time. */
  private standing = (): Visit[] => [...this.visits.values()].filter(holds);

  /** When a branch is open on a day. */
  private openOn = ({ branch, day }: Place): readonly Shift[] =>
    this.exceptions.get(`${branch} ${day}`) ?? this.shifts.get(branch) ?? [];

  /** When patients are seen: what is written for one day is meant as it is. */
  private seenOn = (at: Place): Shift[] =>
    this.openOn(at)
      .map(([from, to]): Shift => {
        const isException = this.exceptions.has(`${at.branch} ${at.day}`);
        return [isException ? from : Math.max(from, consultations), to];
      })
      .filter(([from, to]) => from < to);

  private startsFor = (at: Place, minutes: number): number[] =>
    this.seenOn(at).flatMap(([from, to]) => every(step, from, to - minutes));

  /** The desk begins a visit of any length where a short one may begin, and at half hours. */
  private deskStarts = (at: Place): number[] => [
    ...this.startsFor(at, step),
    ...every(30, 9 * hour, 20 * hour),
    ...this.openOn(at).flatMap(([from, to]) => every(30, from, to - 30)),
  ];

  isKept = ({ open, until }: Kept): boolean => open && until > this.now;

  isOver = (at: Stretch): boolean => begins(at) < this.now;

  /** Who looks after her now. */
  careOf = (patient: number): Care | undefined =>
    [...this.cares.values()].find((care) => care.patient === patient && !care.ended);

  mayAct(by: number | 'desk', patient: number): boolean {
    const care = this.careOf(patient);
    return by === 'desk' || by === patient || (care?.guardian === by && care.sees);
  }

  /** A patient books what is to come, the desk also what began today. */
  mayStart(at: Stretch, byDesk: boolean): boolean {
    const inTime = byDesk ? at.day >= this.today : !this.isOver(at);
    if (!inTime || this.openOn(at).length === 0) return false;
    return (byDesk ? this.deskStarts(at) : this.startsFor(at, at.minutes)).includes(at.start);
  }

  /** The rooms of a branch in which nothing stands at a time and which are kept for nobody but her. */
  freeRooms(at: Stretch, patient: number | null, but?: number): number[] {
    const taken = this.standing().filter((visit) => visit.id !== but && overlap(visit, at));
    const kept = [...this.kept.values()].filter(
      (one) => this.isKept(one) && one.patient !== patient && overlap(one, at),
    );
    const used = new Set([...taken, ...kept].map(({ room }) => room));
    return Array.from({ length: this.rooms.get(at.branch) ?? 0 }, (_, i) => i + 1).filter(
      (room) => !used.has(room),
    );
  }

  /** She is somewhere else at that time, in whichever branch. */
  isBusy = (patient: number, at: Stretch, but?: number): boolean =>
    this.standing().some(
      (visit) =>
        visit.patient === patient && visit.id !== but && overlap({ ...visit, branch: at.branch }, at),
    );

  /** She has a visit at that very time, however she came by it. */
  hasIt = (patient: number, { branch, day, start }: Stretch): boolean =>
    this.standing().some(
      (visit) =>
        visit.patient === patient && visit.branch === branch && visit.day === day && visit.start === start,
    );

  /** She moves or cancels what is to come. */
  mayChange = (visit: Visit): boolean => isOpen(visit) && begins(visit) > this.now;

  /** Nobody came to, or missed, what lies ahead; she may be early on its day. */
  isTooEarly = (visit: Visit, status: Status): boolean =>
    (status === 'attended' && visit.day > this.today) || (status === 'no_show' && begins(visit) > this.now);

  /** What becomes of a visit when its patient goes on to a stage, or back; null where she cannot. */
  enter(visit: Visit, to: Stage): Visit | null {
    const from = stageOf(visit);
    const after = entered(visit, to);
    const may = from !== null && ways[to].includes(from) && visit.day <= this.today;
    return may && !(holds(after) && this.isBusy(visit.patient, visit, visit.id)) ? after : null;
  }

  /** The starts that anybody may book, for a visit of a length. */
  freeStarts = (at: Omit<Stretch, 'start'>): number[] =>
    this.startsFor(at, at.minutes).filter(
      (start) => this.mayStart({ ...at, start }, false) && this.freeRooms({ ...at, start }, null).length > 0,
    );

  /**
   * Until when a time is kept for an hour: from when a phone may ring, by night at nine in the morning or
   * four hours before, and never beyond its beginning.
   */
  keptUntil(at: Stretch): number {
    const clock = (this.now + noon) % aDay;
    const isQuiet = clock < 9 * hour || clock >= 21 * hour;
    const nine = this.now + ((9 * hour - clock + aDay) % aDay);
    const rings = isQuiet ? Math.max(this.now, Math.min(nine, begins(at) - 4 * hour)) : this.now;
    return Math.min(rings + hour, begins(at));
  }
}

export const stages = ['expected', 'waiting', 'with_doctor', 'seen', 'left'] as const;
export type Stage = (typeof stages)[number];
/** From where somebody comes to each, back from a mistake as well. */
const ways: Readonly<Record<Stage, readonly Stage[]>> = {
  expected: ['waiting'],
  waiting: ['expected', 'with_doctor', 'left'],
  with_doctor: ['waiting', 'seen'],
  seen: ['with_doctor'],
  left: ['waiting'],
};

const cameOn = ({ came, branch, day }: Visit): Came =>
  came?.branch === branch && came.day === day
    ? came
    : { branch, day, arrived: false, called: false, left: false };

/** Where she is; null: on no board, since it was cancelled before she came. */
export function stageOf(visit: Visit): Stage | null {
  const { arrived, called, left } = cameOn(visit);
  if (visit.status === 'attended') return 'seen';
  if (visit.status === 'cancelled') return left ? 'left' : null;
  if (visit.status === 'no_show') return 'expected';
  if (called) return 'with_doctor';
  return arrived ? 'waiting' : 'expected';
}

/** What becomes of a visit whose patient comes to a stage. Whose time was given up stands outside the rooms. */
function entered(visit: Visit, to: Stage): Visit {
  const came = {
    ...cameOn(visit),
    arrived: to !== 'expected',
    called: to === 'with_doctor' || (to === 'seen' && cameOn(visit).called),
    left: to === 'left',
  };
  if (to === 'seen') return { ...visit, came, status: 'attended' };
  if (to === 'left') return { ...visit, came, status: 'cancelled' };
  if (!holds(visit)) return { ...visit, came, status: 'confirmed', room: null };
  return { ...visit, came, status: visit.status === 'attended' ? 'confirmed' : visit.status };
}

/** In minutes of the story. */
const begins = ({ day, start }: Stretch): number => day * aDay + start - noon;

export const holds = ({ status }: Visit): boolean => status !== 'cancelled' && status !== 'no_show';
export const isOpen = ({ status }: Visit): boolean => status === 'pending' || status === 'confirmed';

const every = (minutes: number, from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / minutes) + 1 }, (_, i) => from + i * minutes);

const overlap = (a: Stretch, b: Stretch): boolean =>
  a.branch === b.branch && a.day === b.day && a.start < b.start + b.minutes && b.start < a.start + a.minutes;
