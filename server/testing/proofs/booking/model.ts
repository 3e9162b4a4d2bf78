import {
  type Absence,
  type BookingWishes,
  type Care,
  type Doctor,
  type HeldOffer,
  holdsRoom,
  isOpen,
  type MergeState,
  type PersonRecord,
  type Place,
  type Shift,
  type Status,
  type Stretch,
  type Visit,
  type Wish,
} from './model-types.ts';
import { isHere, mayEnter, type Stage, stageOf, visitAfterStage } from './visit-day.ts';

/**
 * The booking rules in their simplest form, compared with what the product does. Shares no code with the
 * product, because a shared rule would share its mistakes.
 */

const hour = 60;
const aDay = 24 * hour;
/** A run begins at noon; the clinic's day ends at 3 AM. */
const noon = 12 * hour;
const night = 3 * hour;
/** Consultations start at 3 PM, even if the branch opens earlier. */
const consultations = 15 * hour;
const step = 20;

export class BookingModel {
  /** Minutes since the beginning of the run. */
  now = 0;
  readonly rooms = new Map<number, number>();
  /** Weekly hours by branch; every day of the week is the same. */
  readonly shifts = new Map<number, readonly Shift[]>();
  /** Exceptional days by branch and day; an empty list is a closed day. */
  readonly exceptions = new Map<string, readonly Shift[]>();
  readonly visits = new Map<number, Visit>();
  readonly kept = new Map<number, HeldOffer>();
  /** Offers that ended because their time became impossible. */
  readonly lost = new Set<number>();
  /** Appointments that the departure of their doctor displaced, as they were then, by id. */
  readonly departed = new Map<number, Visit>();
  readonly cares = new Map<number, Care>();
  readonly records = new Map<number, PersonRecord>();
  /** Merges that were not undone. */
  readonly joined = new Map<number, MergeState>();
  doctors: readonly Doctor[] = [];
  /** The branch with duties of doctors. */
  dutyBranch = 0;
  /** Branches booked by doctor: an appointment occupies a doctor as well as a room. */
  readonly byDoctor = new Set<number>();
  readonly absences = new Map<number, Absence>();

  get today(): number {
    return Math.floor((this.now + noon - night) / aDay);
  }

  /** Minutes of the clinic's day. */
  get clock(): number {
    return this.now + noon - this.today * aDay;
  }

  /** Appointments that occupy their time. */
  standing = (): Visit[] => [...this.visits.values()].filter(holdsRoom);

  /** Opening hours of a branch on a day. */
  openOn = ({ branch, day }: Place): readonly Shift[] =>
    this.exceptions.get(`${branch} ${day}`) ?? this.shifts.get(branch) ?? [];

  /**
   * Consultation hours. Exceptional hours apply as they are; weekly hours are cut to the start of
   * consultations.
   */
  private seenOn = (at: Place): Shift[] =>
    this.openOn(at)
      .map(([from, to]): Shift => {
        const isException = this.exceptions.has(`${at.branch} ${at.day}`);
        return [isException ? from : Math.max(from, consultations), to];
      })
      .filter(([from, to]) => from < to);

  /** Whether a branch has consultations on one of these days, from today on. */
  seesOn = (branch: number, { from, to }: { from: number; to: number }): boolean =>
    every(1, Math.max(from, this.today), to).some((day) => this.seenOn({ branch, day }).length > 0);

  private startsFor = (at: Place, minutes: number): number[] =>
    this.seenOn(at).flatMap(([from, to]) => every(step, from, to - minutes));

  /** Starts that staff may choose: those of the shortest appointment, whatever the length, and half hours. */
  private deskStarts = (at: Place): number[] => [
    ...this.startsFor(at, step),
    ...every(30, 9 * hour, 20 * hour),
    ...this.openOn(at).flatMap(([from, to]) => every(30, from, to - 30)),
  ];

  isKept = ({ open, until }: HeldOffer): boolean => open && until > this.now;

  /**
   * Ends open offers that meet the condition, because they are no longer possible; their patients are told.
   */
  lose(isLost: (kept: HeldOffer) => boolean): void {
    for (const kept of this.kept.values())
      if (kept.open && this.isKept(kept) && isLost(kept)) {
        this.kept.set(kept.id, { ...kept, open: false });
        this.lost.add(kept.id);
      }
  }

  /**
   * Changes hours. An item is affected if it lay within the old hours and is outside the new ones, or if its
   * day is closed now. Returns the displaced appointments.
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

  /** Upcoming appointments. */
  coming = (): Visit[] => [...this.visits.values()].filter((visit) => isOpen(visit) && this.isAhead(visit));

  hasLeft = (doctor: number): boolean => !this.doctors.some(({ id, hasLeft }) => id === doctor && !hasLeft);

  /** The doctor wish of an appointment that gets another time: any doctor if the named one has left. */
  wishKept = ({ wish }: Pick<Visit, 'wish'>): Wish =>
    typeof wish === 'number' && this.hasLeft(wish) ? 'any' : wish;

  /**
   * Appointments at an archived branch stay. Its doctors keep their other branches; a doctor without another
   * branch may then work at every branch.
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

  /** How far a doctor is from seeing a patient at a time; 0: the doctor can see her. */
  private distance(doctorId: number | null, at: Stretch): number {
    const doctor = this.doctors.find(({ id }) => id === doctorId);
    if (doctorId === null) return 0;
    if (!doctor || doctor.hasLeft) return 3;
    const worksThere =
      doctor.places?.includes(at.branch) !== false || (doctor.duty !== null && at.branch === this.dutyBranch);
    if (!worksThere) return 2;
    return this.byDoctor.has(at.branch) && !this.isOnDuty(doctor.id, at) ? 1 : 0;
  }

  /** Changes a doctor's branches, duty or account. Returns the displaced appointments. */
  changeDoctor(id: number, change: Partial<Doctor>): Visit[] {
    const displaced = this.hitBy(() => {
      this.doctors = this.doctors.map((doctor) => (doctor.id === id ? { ...doctor, ...change } : doctor));
    });
    for (const visit of displaced) this.departed.set(visit.id, visit);
    for (const visit of this.coming())
      if (this.distance(visit.doctor, visit) === 0) this.departed.delete(visit.id);
    return displaced;
  }

  /**
   * Whether the departure of its doctor has displaced this appointment, and the doctor is still away. Another
   * departure does not displace it again.
   */
  isDeparted(visit: Visit): boolean {
    const at = this.departed.get(visit.id);
    return (
      at !== undefined &&
      at.doctor === visit.doctor &&
      at.branch === visit.branch &&
      at.day === visit.day &&
      at.start === visit.start
    );
  }

  /** From now on only doctors on duty are booked at a branch. Returns the displaced appointments. */
  bookByDoctor = (branch: number): Visit[] => this.hitBy(() => this.byDoctor.add(branch));

  /** Appointments and offers whose doctor is further from seeing the patient than before the change. */
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

  /** Closes open offers whose time has become an appointment of the patient, however it was made. */
  settle(): void {
    for (const kept of this.kept.values())
      if (kept.open && this.hasIt(kept.patient, kept)) this.kept.set(kept.id, { ...kept, open: false });
  }

  isOver = (at: Stretch): boolean => begins(at) < this.now;
  isAhead = (at: Stretch): boolean => begins(at) > this.now;

  /** The patient's current guardian. */
  careOf = (patient: number): Care | undefined =>
    [...this.cares.values()].find((care) => care.patient === patient && !care.ended);

  /** Whether the record exists and was not merged into another one. */
  isThere = (record: number): boolean => this.records.get(record)?.into === null;

  mayAct(by: number | 'desk', patient: number): boolean {
    if (!this.isThere(patient) || (by !== 'desk' && !this.isThere(by))) return false;
    const care = this.careOf(patient);
    return by === 'desk' || by === patient || (care?.guardian === by && care.sees);
  }

  /** Patients book future starts; staff also starts of today that are past. */
  mayStart(at: Stretch, byDesk: boolean): boolean {
    const inTime = byDesk ? at.day >= this.today : !this.isOver(at);
    if (!inTime || this.openOn(at).length === 0) return false;
    return (byDesk ? this.deskStarts(at) : this.startsFor(at, at.minutes)).includes(at.start);
  }

  /**
   * Whether the doctor is not absent. Absences on past days do not count, because staff correct past days.
   */
  private isBack = (doctor: number, at: Stretch): boolean =>
    at.day < this.today ||
    ![...this.absences.values()].some(
      ({ doctor: away, day, shift: [from, to] }) =>
        away === doctor && day === at.day && from < at.start + at.minutes && at.start < to,
    );

  /** The doctors that a wish may mean; null: no doctor is assigned. Staff may name a doctor at any hour. */
  private meant(at: Stretch, { wish, byDesk, keeps }: BookingWishes): number[] | null {
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

  /**
   * Those of these doctors without another appointment or offer at that time; `[null]` if no doctor is
   * assigned.
   */
  freeDoctors(at: Stretch, patient: number | null, whom: BookingWishes): (number | null)[] {
    const visits = this.standing().filter(({ id, room }) => id !== whom.but && room !== null);
    const kept = [...this.kept.values()].filter((one) => this.isKept(one) && one.patient !== patient);
    const others = [...visits, ...kept].filter((one) => overlap({ ...one, branch: at.branch }, at));
    const busy = new Set(others.map(({ doctor }) => doctor));
    return this.meant(at, whom)?.filter((id) => !busy.has(id)) ?? [null];
  }

  /** Rooms of a branch without an appointment at that time and without an offer to another patient. */
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
   * Items that lose their room if a branch has fewer rooms. The order is: appointments in progress,
   * appointments by booking order, offers. An item stays if in each of its minutes fewer than `rooms` earlier
   * items stay.
   */
  private withoutRoom(branch: number, rooms: number): (Visit | HeldOffer)[] {
    const isHere = (one: Stretch) => one.branch === branch;
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    const visits = this.standing()
      .filter((one) => isHere(one) && one.room !== null && begins(one) + one.minutes > this.now)
      .sort(byId);
    const mayGo = (one: Visit) => isOpen(one) && this.isAhead(one);
    const kept = [...this.kept.values()].filter((one) => isHere(one) && this.isKept(one)).sort(byId);
    const inOrder = [...visits.filter((one) => !mayGo(one)), ...visits.filter(mayGo), ...kept];
    const stay: (Visit | HeldOffer)[] = [];
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

  /** Changes the number of rooms. Returns the displaced appointments, and all items without a room. */
  changeRooms(
    branch: number,
    rooms: number,
  ): { displaced: Visit[]; without: readonly (Visit | HeldOffer)[] } {
    const isFewer = rooms < (this.rooms.get(branch) ?? 0);
    const without = isFewer ? this.withoutRoom(branch, rooms) : [];
    this.rooms.set(branch, rooms);
    this.lose((kept) => without.includes(kept));
    return { displaced: this.coming().filter((one) => without.includes(one)), without };
  }

  /** The patient has another appointment at that time, at any branch. */
  isBusy = (patient: number, at: Stretch, but?: number): boolean =>
    this.standing().some(
      (visit) =>
        visit.patient === patient && visit.id !== but && overlap({ ...visit, branch: at.branch }, at),
    );

  /** The patient has an appointment at exactly this branch, day and start. */
  hasIt = (patient: number, { branch, day, start }: Stretch): boolean =>
    this.standing().some(
      (visit) =>
        visit.patient === patient && visit.branch === branch && visit.day === day && visit.start === start,
    );

  /** A patient can move or cancel an upcoming appointment until she checks in. */
  mayChange = (visit: Visit): boolean => isOpen(visit) && this.isAhead(visit) && !isHere(stageOf(visit));

  /** An upcoming appointment cannot be missed, and can be attended only after the patient has checked in. */
  isTooEarly = (visit: Visit, status: Status): boolean =>
    this.isAhead(visit) && (status === 'no_show' || (status === 'attended' && !isHere(stageOf(visit))));

  /** The appointment after its patient enters a stage, or goes back to it; null if she cannot. */
  enter(visit: Visit, to: Stage): Visit | null {
    const from = stageOf(visit);
    const after = visitAfterStage(
      { ...visit, wish: holdsRoom(visit) ? visit.wish : this.wishKept(visit) },
      to,
    );
    const may =
      from !== null && mayEnter(from, to) && visit.day <= this.today && !this.isRevivedNowhere(visit, after);
    return may && !(holdsRoom(after) && this.isBusy(visit.patient, visit, visit.id)) ? after : null;
  }

  /** A cancelled appointment at an archived branch cannot be reopened. */
  isRevivedNowhere = (before: Visit, after: Visit): boolean =>
    !holdsRoom(before) && holdsRoom(after) && !this.rooms.has(before.branch);

  /** The public starts of an appointment of a length. */
  freeStarts = (day: Omit<Stretch, 'start'>, wish: Wish): number[] =>
    this.startsFor(day, day.minutes).filter((start) => {
      const at = { ...day, start };
      const doctors = this.freeDoctors(at, null, { wish, byDesk: false });
      return this.mayStart(at, false) && this.freeRooms(at, null).length > 0 && doctors.length > 0;
    });

  /**
   * The deadline of an offer. It counts from when a phone may ring: at night from nine in the morning or four
   * hours before the start. It is never later than the start.
   */
  keptUntil(at: Stretch): number {
    const clock = (this.now + noon) % aDay;
    const isQuiet = clock < 9 * hour || clock >= 21 * hour;
    const nine = this.now + ((9 * hour - clock + aDay) % aDay);
    const rings = isQuiet ? Math.max(this.now, Math.min(nine, begins(at) - 4 * hour)) : this.now;
    return Math.min(rings + hour, begins(at));
  }
}

/** In minutes since the beginning of the run. */
const begins = ({ day, start }: Stretch): number => day * aDay + start - noon;

const every = (minutes: number, from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / minutes) + 1 }, (_, i) => from + i * minutes);

const isWithin = (shift: Shift | null, { start, minutes }: Stretch): boolean =>
  shift !== null && shift[0] <= start && start + minutes <= shift[1];

const overlap = (a: Stretch, b: Stretch): boolean =>
  a.branch === b.branch && a.day === b.day && a.start < b.start + b.minutes && b.start < a.start + a.minutes;
