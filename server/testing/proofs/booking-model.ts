/**
 * The rules of booking once more, as small as they can be said, to be compared with what the clinic does.
 * Nothing here is shared with the product: who copies a rule copies its mistake.
 */

/** A stretch of a day, in minutes from its midnight. */
export interface Stretch {
  readonly branch: number;
  readonly day: string;
  readonly start: number;
  readonly minutes: number;
}
export interface Visit extends Stretch {
  readonly id: number;
  readonly patient: number;
  /** Null: outside the rooms, beside whoever is there. */
  readonly room: number | null;
  readonly status: 'pending' | 'confirmed' | 'cancelled';
}
/** A time that is kept for her until an hour, in minutes of the story. */
export interface Kept extends Stretch {
  readonly id: number;
  readonly patient: number;
  readonly room: number;
  readonly until: number;
  readonly open: boolean;
}

const opens = 15 * 60;
const closes = 19 * 60;
const step = 20;

export class BookingModel {
  /** Minutes since the story began. */
  now = 0;
  readonly rooms = new Map<number, number>();
  readonly closed = new Set<string>();
  readonly visits = new Map<number, Visit>();
  readonly kept = new Map<number, Kept>();

  /** The visits that take up time. */
  private standing = (): Visit[] => [...this.visits.values()].filter(({ status }) => status !== 'cancelled');

  isOpen = ({ branch, day }: Pick<Stretch, 'branch' | 'day'>): boolean =>
    !this.closed.has(`${branch} ${day}`);

  isKept = ({ open, until }: Kept): boolean => open && until > this.now;

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

  /** The starts that anybody may book, for a visit of a length. */
  freeStarts(at: Omit<Stretch, 'start'>): number[] {
    if (!this.isOpen(at)) return [];
    return startsFor(at.minutes).filter((start) => this.freeRooms({ ...at, start }, null).length > 0);
  }
}

export const startsFor = (minutes: number): number[] =>
  Array.from({ length: (closes - opens) / step }, (_, i) => opens + i * step).filter(
    (start) => start + minutes <= closes,
  );

const overlap = (a: Stretch, b: Stretch): boolean =>
  a.branch === b.branch && a.day === b.day && a.start < b.start + b.minutes && b.start < a.start + a.minutes;
