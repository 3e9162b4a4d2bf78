import {
  type Absence,
  type Care,
  type Doctor,
  holds,
  isOpen,
  type Joining,
  type Kept,
  type PersonRecord,
  type Place,
  type Shift,
  type Status,
  type Stretch,
  type Visit,
  type Whom,
  type Wish,
} from './things.ts';
import { entered, isHere, mayEnter, type Stage, stageOf } from './visit-day.ts';

/**
 * The rules of booking once more, as small as they can be said, to be compared with what the clinic does.
 * Nothing here is shared with the product: who copies a rule copies its mistake.
 */

const hour = 60;
const aDay = 24 * hour;
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
  /** Offers that the clinic could not keep. */
  readonly lost = new Set<number>();
  readonly cares = new Map<number, Care>();
  readonly records = new Map<number, PersonRecord>();
  /** Those that were not parted again. */
  readonly joined = new Map<number, Joining>();
  doctors: readonly Doctor[] = [];
  /** The branch where doctors have their duties. */
  dutyBranch = 0;
  /** The branches where a visit holds a doctor as it holds a room. */
  readonly byDoctor = new Set<number>();
  readonly absences = new Map<number, Absence>();

  get today(): number {
    return Math.floor((this.now + noon - night) / aDay);
  }

  /** Minutes of the clinic's day. */
  get clock(): number {
    return this.now + noon - this.today * aDay;
  }

  /** The visits that take up time. */
  standing = (): Visit[] => [...this.visits.values()].filter(holds);

  /** When a branch is open on a day. */
  openOn = ({ branch, day }: Place): readonly Shift[] =>
    this.exceptions.get(`${branch} ${day}`) ?? this.shifts.get(branch) ?? [];

  /** When patients are seen: what is written for one day is meant as it is. */
  private seenOn = (at: Place): Shift[] =>
    this.openOn(at)
      .map(([from, to]): Shift => {
        const isException = this.exceptions.has(`${at.branch} ${at.day}`);
        return [isException ? from : Math.max(from, consultations), to];
      })
      .filter(([from, to]) => from < to);

  /** Whether a branch sees patients on one of these days that is not over. */
  seesOn = (branch: number, { from, to }: { from: number; to: number }): boolean =>
    every(1, Math.max(from, this.today), to).some((day) => this.seenOn({ branch, day }).length > 0);

  private startsFor = (at: Place, minutes: number): number[] =>
    this.seenOn(at).flatMap(([from, to]) => every(step, from, to - minutes));

  /** The desk begins a visit of any length where a short one may begin, and at half hours. */
  private deskStarts = (at: Place): number[] => [
    ...this.startsFor(at, step),
    ...every(30, 9 * hour, 20 * hour),
    ...this.openOn(at).flatMap(([from, to]) => every(30, from, to - 30)),
  ];

  isKept = ({ open, until }: Kept): boolean => open && until > this.now;

  /** What is kept when this holds of it cannot be: it ends, and its patient is told. */
  lose(isLost: (kept: Kept) => boolean): void {
    for (const kept of this.kept.values())
      if (kept.open && this.isKept(kept) && isLost(kept)) {
        this.kept.set(kept.id, { ...kept, open: false });
        this.lost.add(kept.id);
      }
  }

  /**
   * Other hours: what lay within the old ones and does not within these, or on a day that is closed now.
   * Returns the visits that can no longer take place.
   */
  changeHours(change: () => void): Visit[] {
    const old = new Map<Stretch, readonly Shift[]>();
    for (const one of [...this.kept.values(), ...this.visits.values()]) old.set(one, this.openOn(one));
    change();
    const isOpenAt = (shifts: readonly Shift[], at: Stretch) => shifts.some((shift) => isWithin(shift, at));
    const isHit = (at: Stretch) => {
      const [was, is] = [old.get(at) ?? [], this.openOn(at)];
      return is.length === 0 ? was.length > 0 : isOpenAt(was, at) && !isOpenAt(is, at);
    };
    const hit = this.coming().filter(isHit);
    this.lose(isHit);
    return hit;
  }

  /** The visits that are still to take place. */
  coming = (): Visit[] => [...this.visits.values()].filter((visit) => isOpen(visit) && this.isAhead(visit));

  hasLeft = (doctor: number): boolean => !this.doctors.some(({ id, hasLeft }) => id === doctor && !hasLeft);

  /** The requested doctor of a visit that gets another time: any doctor if the named one has left. */
  wishKept = ({ wish }: Pick<Visit, 'wish'>): Wish =>
    typeof wish === 'number' && this.hasLeft(wish) ? 'any' : wish;

  /**
   * Visits at an ended branch stay. Its doctors keep their other branches; a doctor of this branch alone may then
   * work at every branch.
   */
  endBranch(branch: number): void {
    for (const of of [this.rooms, this.shifts]) of.delete(branch);
    this.byDoctor.delete(branch);
    this.doctors = this.doctors.map((doctor) => {
      const left = doctor.places?.filter((place) => place !== branch) ?? [];
      return { ...doctor, places: left.length > 0 ? left : null };
    });
  }

  isOnDuty(doctor: number, { branch, start }: Stretch): boolean {
    const [from, to] = this.doctors.find(({ id }) => id === doctor)?.duty ?? [0, 0];
    return branch === this.dutyBranch && from <= start && start < to;
  }

  /** How far a doctor is from seeing a patient at a time: 0 if she can. */
  private distance(doctorId: number | null, at: Stretch): number {
    const doctor = this.doctors.find(({ id }) => id === doctorId);
    if (doctorId === null) return 0;
    if (!doctor || doctor.hasLeft) return 3;
    const worksThere =
      doctor.places?.includes(at.branch) !== false || (doctor.duty !== null && at.branch === this.dutyBranch);
    if (!worksThere) return 2;
    return this.byDoctor.has(at.branch) && !this.isOnDuty(doctor.id, at) ? 1 : 0;
  }

  /** Doctors leave, move or have other duties. Returns the visits that can no longer take place. */
  changeDoctor(id: number, change: Partial<Doctor>): Visit[] {
    return this.hitBy(() => {
      this.doctors = this.doctors.map((doctor) => (doctor.id === id ? { ...doctor, ...change } : doctor));
    });
  }

  /** Only doctors on duty are booked at a branch. Returns the visits that can no longer take place. */
  bookByDoctor = (branch: number): Visit[] => this.hitBy(() => this.byDoctor.add(branch));

  /** Visits and kept times whose doctor is further from seeing the patient than before. */
  private hitBy(change: () => void): Visit[] {
    const coming = this.coming();
    const all = [...coming, ...this.kept.values()];
    const old = new Map<Stretch, number>(all.map((one) => [one, this.distance(one.doctor, one)]));
    change();
    const isHit = (one: Stretch & { doctor: number | null }) =>
      this.distance(one.doctor, one) > (old.get(one) ?? 0);
    this.lose(isHit);
    return coming.filter(isHit);
  }

  isKeptAt = (patient: number, { branch, day, start }: Stretch): boolean =>
    [...this.kept.values()].some(
      (one) =>
        this.isKept(one) &&
        one.patient === patient &&
        one.branch === branch &&
        one.day === day &&
        one.start === start,
    );

  /** What was kept is answered once its time is her visit, by whichever way, and stays so. */
  settle(): void {
    for (const kept of this.kept.values())
      if (kept.open && this.hasIt(kept.patient, kept)) this.kept.set(kept.id, { ...kept, open: false });
  }

  isOver = (at: Stretch): boolean => begins(at) < this.now;
  isAhead = (at: Stretch): boolean => begins(at) > this.now;

  /** Who looks after her now. */
  careOf = (patient: number): Care | undefined =>
    [...this.cares.values()].find((care) => care.patient === patient && !care.ended);

  /** What became a part of another record is nobody's any more. */
  isThere = (record: number): boolean => this.records.get(record)?.into === null;

  mayAct(by: number | 'desk', patient: number): boolean {
    if (!this.isThere(patient) || (by !== 'desk' && !this.isThere(by))) return false;
    const care = this.careOf(patient);
    return by === 'desk' || by === patient || (care?.guardian === by && care.sees);
  }

  /** A patient books what is to come, the desk also what began today. */
  mayStart(at: Stretch, byDesk: boolean): boolean {
    const inTime = byDesk ? at.day >= this.today : !this.isOver(at);
    if (!inTime || this.openOn(at).length === 0) return false;
    return (byDesk ? this.deskStarts(at) : this.startsFor(at, at.minutes)).includes(at.start);
  }

  /** Nobody is away on a day that is over: what is written of it is put right. */
  private isBack = (doctor: number, at: Stretch): boolean =>
    at.day < this.today ||
    ![...this.absences.values()].some(
      ({ doctor: away, day, shift: [from, to] }) =>
        away === doctor && day === at.day && from < at.start + at.minutes && at.start < to,
    );

  /** Whom a wish may mean; null: nobody is asked for. Whom the desk names may come at any hour. */
  private meant(at: Stretch, { wish, byDesk, keeps }: Whom): number[] | null {
    const named = typeof wish === 'number' ? wish : null;
    const byRoom = !this.byDoctor.has(at.branch);
    if (byRoom && named === null) return null;
    if (named !== null && this.hasLeft(named)) return [];
    if (named !== null && (byDesk || byRoom)) return this.isBack(named, at) ? [named] : [];
    return this.doctors
      .filter(({ hasLeft }) => !hasLeft)
      .filter(({ id, isWoman }) => (named ?? id) === id && (wish !== 'woman' || isWoman))
      .filter(({ id, duty }) => id === keeps || (at.branch === this.dutyBranch && isWithin(duty, at)))
      .flatMap(({ id }) => (this.isBack(id, at) ? [id] : []));
  }

  /** Of these who is with, and kept for, nobody else; null alone where nobody is asked for. */
  freeDoctors(at: Stretch, patient: number | null, whom: Whom): (number | null)[] {
    const visits = this.standing().filter(({ id, room }) => id !== whom.but && room !== null);
    const kept = [...this.kept.values()].filter((one) => this.isKept(one) && one.patient !== patient);
    const others = [...visits, ...kept].filter((one) => overlap({ ...one, branch: at.branch }, at));
    const busy = new Set(others.map(({ doctor }) => doctor));
    return this.meant(at, whom)?.filter((id) => !busy.has(id)) ?? [null];
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

  /**
   * What has no room once a branch has fewer. Who is being seen keeps hers, then whoever booked first, then
   * what is kept: each stays if in no minute all rooms are those of others who stay.
   */
  private withoutRoom(branch: number, rooms: number): (Visit | Kept)[] {
    const isHere = (one: Stretch) => one.branch === branch;
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    const visits = this.standing()
      .filter((one) => isHere(one) && one.room !== null && begins(one) + one.minutes > this.now)
      .sort(byId);
    const mayGo = (one: Visit) => isOpen(one) && this.isAhead(one);
    const kept = [...this.kept.values()].filter((one) => isHere(one) && this.isKept(one)).sort(byId);
    const inOrder = [...visits.filter((one) => !mayGo(one)), ...visits.filter(mayGo), ...kept];
    const stay: (Visit | Kept)[] = [];
    for (const one of inOrder) {
      const there = (minute: number) =>
        stay.filter((other) => begins(other) <= minute && minute < begins(other) + other.minutes).length;
      const isFull = every(1, begins(one), begins(one) + one.minutes - 1).some(
        (minute) => there(minute) >= rooms,
      );
      if (!isFull) stay.push(one);
    }
    return inOrder.filter((one) => !stay.includes(one));
  }

  /** A branch has other rooms. Returns the visits that can no longer take place. */
  changeRooms(branch: number, rooms: number): { displaced: Visit[]; without: readonly (Visit | Kept)[] } {
    const isFewer = rooms < (this.rooms.get(branch) ?? 0);
    const without = isFewer ? this.withoutRoom(branch, rooms) : [];
    this.rooms.set(branch, rooms);
    this.lose((kept) => without.includes(kept));
    return { displaced: this.coming().filter((one) => without.includes(one)), without };
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
  mayChange = (visit: Visit): boolean => isOpen(visit) && this.isAhead(visit);

  /** Nobody came to, or missed, what lies ahead; she attends early once she is there. */
  isTooEarly = (visit: Visit, status: Status): boolean =>
    this.isAhead(visit) && (status === 'no_show' || (status === 'attended' && !isHere(stageOf(visit))));

  /** What becomes of a visit when its patient goes on to a stage, or back; null where she cannot. */
  enter(visit: Visit, to: Stage): Visit | null {
    const from = stageOf(visit);
    const after = entered({ ...visit, wish: holds(visit) ? visit.wish : this.wishKept(visit) }, to);
    const may =
      from !== null && mayEnter(from, to) && visit.day <= this.today && !this.isRevivedNowhere(visit, after);
    return may && !(holds(after) && this.isBusy(visit.patient, visit, visit.id)) ? after : null;
  }

  /** A visit that was given up does not come back at a branch that has ended. */
  isRevivedNowhere = (before: Visit, after: Visit): boolean =>
    !holds(before) && holds(after) && !this.rooms.has(before.branch);

  /** The starts that anybody may book, for a visit of a length. */
  freeStarts = (day: Omit<Stretch, 'start'>, wish: Wish): number[] =>
    this.startsFor(day, day.minutes).filter((start) => {
      const at = { ...day, start };
      const doctors = this.freeDoctors(at, null, { wish, byDesk: false });
      return this.mayStart(at, false) && this.freeRooms(at, null).length > 0 && doctors.length > 0;
    });

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

/** In minutes of the story. */
const begins = ({ day, start }: Stretch): number => day * aDay + start - noon;

const every = (minutes: number, from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / minutes) + 1 }, (_, i) => from + i * minutes);

const isWithin = (shift: Shift | null, { start, minutes }: Stretch): boolean =>
  shift !== null && shift[0] <= start && start + minutes <= shift[1];

const overlap = (a: Stretch, b: Stretch): boolean =>
  a.branch === b.branch && a.day === b.day && a.start < b.start + b.minutes && b.start < a.start + a.minutes;
