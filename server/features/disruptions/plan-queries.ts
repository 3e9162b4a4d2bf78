import type { Deps } from '#server/deps.ts';
import { heldOn, openingOf } from '#server/features/doctors/availability-queries.ts';
import { doctorsOfDays, type Wanted } from '#server/features/doctors/doctor-wish-queries.ts';
import type { Location } from '#shared/contract/locations.ts';
import { daysBetween, localDateTime, minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import {
  atLeast,
  daysAround,
  distance,
  type Proposal,
  type ProposalKind,
} from '#shared/domain/nearest-times.ts';
import { bookableFrom } from '#shared/domain/visits/booking-rules.ts';
import { type Away, canSee, type DoctorWish } from '#shared/domain/visits/doctor-times.ts';
import {
  type BranchHours,
  type DoctorsOfDay,
  type Held,
  hoursOfDay,
  publicSlots,
  takenByRoom,
  type Window,
} from '#shared/domain/visits/slots.ts';

type Asked = Pick<Deps, 'cache' | 'config' | 'db' | 'now'>;

/** A branch with fewer rooms, or booked by doctors from now on. */
export interface ComingBranch {
  readonly id: number;
  readonly rooms: number;
  readonly bookedBy: Location['bookedBy'];
  /** Appointments and offers in its rooms after the change, by date. */
  readonly held: ReadonlyMap<string, readonly Held[]>;
}

/** A change that is not saved yet: an absence, new hours of branches, or a branch's rooms. */
export interface Coming {
  readonly away?: Away;
  readonly hours?: ReadonlyMap<number, BranchHours>;
  readonly branch?: ComingBranch;
}

/** An appointment that cannot take place. */
export interface DisplacedFrom {
  readonly locationId: number;
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly doctorId: number | null;
  readonly doctorWish: DoctorWish;
  /** The doctor has left the clinic: another one is proposed. */
  readonly hasLeft: boolean;
  /** The named doctor is a woman: no man replaces her. */
  readonly byWoman: boolean;
}

type Free = Pick<Proposal, 'date' | 'time' | 'doctorId'>;

/** A time with its distance from the appointment, computed once and compared often. */
interface Found {
  readonly one: Proposal;
  readonly far: number;
}
const nearestFirst = (a: Found, b: Found): number => a.far - b.far;

/** Number of proposals of each kind. */
const perKind = 3;
const proposed = 5;

const isFree = (busy: readonly Window[], start: number, minutes: number): boolean =>
  busy.every(({ from, to }) => to <= start || from >= start + minutes);

/**
 * Proposes other times for one appointment after the other: the first proposal for one is not proposed to the
 * next. Considers what is free now and the change to be saved; holds nothing.
 */
export class FreePlan {
  readonly #deps: Asked;
  readonly #coming: Coming;
  readonly #branches: readonly number[];
  readonly #held = new Map<number, Map<string, Held[]>>();
  readonly #withDoctor = new Map<string, Window[]>();

  constructor(deps: Asked, branches: readonly number[], coming: Coming = {}) {
    this.#deps = deps;
    this.#coming = coming;
    this.#branches = branches;
  }

  /** Nearest first; the first one is not given to any other appointment of this plan. */
  async nearestTo(visit: DisplacedFrom, notBefore: string): Promise<Proposal[]> {
    const found: Found[] = [];
    const isNamed = visit.doctorWish === 'named' && visit.doctorId !== null;
    const named = isNamed && !visit.hasLeft ? visit.doctorId : null;
    const here = visit.locationId;
    const others = this.#branches.filter((id) => id !== here);
    const anybody: Wanted = { doctorWish: visit.byWoman || visit.doctorWish === 'woman' ? 'woman' : 'any' };
    const isOpen = this.#branches.includes(here);
    if (isOpen && named !== null)
      found.push(...(await this.#at(here, visit, { doctorId: named }, 'same', notBefore)));
    if (isOpen) {
      const kind = isNamed ? 'doctor' : 'same';
      found.push(...(await this.#at(here, visit, anybody, kind, notBefore)));
    }
    // Other branches are searched only if nothing near is free at the same branch.
    if (!found.some(({ far }) => far < atLeast('branch', 1)))
      for (const id of others) found.push(...(await this.#at(id, visit, anybody, 'branch', notBefore)));
    const seen = new Set<string>();
    const nearest = found
      .toSorted(nearestFirst)
      .map(({ one }) => one)
      .filter((one) => {
        const key = `${one.locationId} ${one.date} ${one.time}`;
        return !seen.has(key) && seen.add(key);
      })
      .slice(0, proposed);
    const [first] = nearest;
    if (first) this.#take(first, visit.minutes);
    return nearest;
  }

  async #at(
    locationId: number,
    visit: DisplacedFrom,
    wanted: Wanted,
    kind: ProposalKind,
    notBefore: string,
  ): Promise<Found[]> {
    const { clock, freeOn } = await this.#branch(locationId, visit, wanted);
    const found: Found[] = [];
    for (const date of daysAround(visit.date, clock.date)) {
      const enough = found.length >= perKind;
      const away = atLeast(kind, Math.abs(daysBetween(visit.date, date)));
      if (enough && found.every(({ far }) => far <= away)) break;
      for (const { time, doctorId } of freeOn(date)) {
        const one = { locationId, date, time, doctorId, kind };
        if (localDateTime(date, time) >= notBefore) found.push({ one, far: distance(visit, one) });
      }
      found.sort(nearestFirst);
      found.splice(perKind);
    }
    return found;
  }

  async #branch(locationId: number, visit: DisplacedFrom, wanted: Wanted) {
    const { minutes } = visit;
    const opening = await openingOf(this.#deps, locationId, minutes);
    const { hours: now, rules, settings, clock } = opening;
    const { away, hours: changed, branch } = this.#coming;
    const location = branch?.id === locationId ? { ...opening.location, ...branch } : opening.location;
    const hours = {
      ...now,
      ...changed?.get(locationId),
      away: away ? [...now.away, away] : now.away,
    };
    const held = await this.#heldAt(locationId, visit.date, clock.date);
    const dates = [...held.keys()];
    const doctors = await doctorsOfDays(this.#deps, wanted, { location, hours }, dates, false);
    const freeOn = (date: string): Free[] => {
      const whom = doctors && this.#without(doctors(date), date);
      const day = { hours: hoursOfDay(hours, date), held: held.get(date) ?? [], doctors: whom };
      const starts = publicSlots(
        { ...day, rules, rooms: location.rooms },
        bookableFrom(date, clock, settings),
      );
      return starts.map((start) => ({
        date,
        time: timeOfMinutes(start),
        doctorId: whom?.days.find((one) => canSee(one, start, minutes))?.id ?? null,
      }));
    };
    return { clock, freeOn };
  }

  /** Busy times of the doctors, with the times already proposed. */
  #without({ days, duty }: DoctorsOfDay, date: string): DoctorsOfDay {
    return {
      duty,
      days: days.map((one) => ({
        ...one,
        busy: [...one.busy, ...(this.#withDoctor.get(`${date} ${one.id}`) ?? [])],
      })),
    };
  }

  async #heldAt(locationId: number, around: string, today: string): Promise<Map<string, Held[]>> {
    const held = this.#held.get(locationId) ?? new Map<string, Held[]>();
    this.#held.set(locationId, held);
    const dates = daysAround(around, today).toSorted();
    const missing = dates.filter((date) => !held.has(date));
    if (missing.length > 0) {
      const { branch } = this.#coming;
      const days =
        branch?.id === locationId
          ? missing.map((date) => branch.held.get(date))
          : await heldOn(this.#deps, locationId, missing);
      for (const [i, date] of missing.entries()) held.set(date, [...(days[i] ?? [])]);
    }
    return held;
  }

  #take({ locationId, date, time, doctorId }: Proposal, minutes: number): void {
    const from = minutesOf(time);
    const taken = { from, to: from + minutes };
    const day = this.#held.get(locationId)?.get(date);
    const highest = Math.max(0, ...(day ?? []).map(({ room }) => room ?? 0)) + 1;
    const rooms = takenByRoom(day ?? [], highest);
    const room = rooms.findIndex((busy) => isFree(busy, from, minutes)) + 1;
    day?.push({ ...taken, room });
    if (doctorId !== null) {
      const key = `${date} ${doctorId}`;
      this.#withDoctor.set(key, [...(this.#withDoctor.get(key) ?? []), taken]);
    }
  }
}
