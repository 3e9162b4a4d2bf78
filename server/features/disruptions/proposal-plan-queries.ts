import type { Deps } from '#server/deps.ts';
import { listHeldRooms, loadBranchOpening } from '#server/features/doctors/availability-queries.ts';
import { loadDoctorsOfDays, type RequestedDoctor } from '#server/features/doctors/doctor-wish-queries.ts';
import type { Location } from '#shared/contract/locations.ts';
import { daysBetween, localDateTime, minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import {
  daysAround,
  minDistance,
  type Proposal,
  type ProposalKind,
  proposalDistance,
} from '#shared/domain/nearest-times.ts';
import { findFirstBookableMinute } from '#shared/domain/visits/booking-rules.ts';
import {
  type DoctorAbsence,
  type DoctorWish,
  isDoctorAvailable,
} from '#shared/domain/visits/doctor-times.ts';
import {
  type DoctorsOfDay,
  type HoursByBranch,
  hoursOfDay,
  listTakenByRoom,
  publicSlots,
  type RoomBooking,
  type Window,
} from '#shared/domain/visits/slots.ts';

type PlanDeps = Pick<Deps, 'cache' | 'config' | 'db' | 'now'>;

/** A branch with fewer rooms, or booked by doctors from now on. */
export interface ChangedBranch {
  readonly id: number;
  readonly rooms: number;
  readonly bookedBy: Location['bookedBy'];
  /** Appointments and offers in its rooms after the change, by date. */
  readonly held: ReadonlyMap<string, readonly RoomBooking[]>;
}

/** A change that is not saved yet: an absence, new hours of branches, or a branch's rooms. */
export interface UnsavedChange {
  readonly away?: DoctorAbsence;
  readonly hours?: HoursByBranch;
  readonly branch?: ChangedBranch;
}

/** An appointment that cannot take place. */
export interface DisplacedAppointment {
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
  /** The only branch to propose beside her own: the one that was offered to her. */
  readonly offeredBranch?: number | undefined;
}

type ProposalTime = Pick<Proposal, 'date' | 'time' | 'doctorId'>;

/** A time with its distance from the appointment, computed once and compared often. */
interface RankedProposal {
  readonly one: Proposal;
  readonly far: number;
}
const compareByDistance = (a: RankedProposal, b: RankedProposal): number => a.far - b.far;

/** Number of proposals of each kind. */
const proposalsPerKind = 3;
const maxProposals = 5;

const isFreeBetween = (busy: readonly Window[], start: number, minutes: number): boolean =>
  busy.every(({ from, to }) => to <= start || from >= start + minutes);

/**
 * Proposes other times for one appointment after the other: the first proposal for one is not proposed to the
 * next. Considers what is free now and the change to be saved; holds nothing.
 */
export class ProposalPlan {
  readonly #deps: PlanDeps;
  readonly #coming: UnsavedChange;
  readonly #branches: readonly number[];
  readonly #held = new Map<number, Map<string, RoomBooking[]>>();
  readonly #withDoctor = new Map<string, Window[]>();

  constructor(deps: PlanDeps, branches: readonly number[], coming: UnsavedChange = {}) {
    this.#deps = deps;
    this.#coming = coming;
    this.#branches = branches;
  }

  /** Nearest first; the first one is not given to any other appointment of this plan. */
  async nearestTo(visit: DisplacedAppointment, notBefore: string): Promise<Proposal[]> {
    const found: RankedProposal[] = [];
    const isNamed = visit.doctorWish === 'named' && visit.doctorId !== null;
    const named = isNamed && !visit.hasLeft ? visit.doctorId : null;
    const here = visit.locationId;
    const { offeredBranch } = visit;
    const others = this.#branches.filter((id) => id !== here && id === (offeredBranch ?? id));
    const anybody: RequestedDoctor = {
      doctorWish: visit.byWoman || visit.doctorWish === 'woman' ? 'woman' : 'any',
    };
    const isOpen = this.#branches.includes(here);
    if (isOpen && named !== null)
      found.push(...(await this.#at(here, visit, { doctorId: named }, 'same', notBefore)));
    if (isOpen) {
      const kind = isNamed ? 'doctor' : 'same';
      found.push(...(await this.#at(here, visit, anybody, kind, notBefore)));
    }
    // Other branches are searched only if nothing near is free at the same branch.
    if (!found.some(({ far }) => far < minDistance('branch', 1)))
      for (const id of others) found.push(...(await this.#at(id, visit, anybody, 'branch', notBefore)));
    const seen = new Set<string>();
    const nearest = found
      .toSorted(compareByDistance)
      .map(({ one }) => one)
      .filter((one) => {
        const key = `${one.locationId} ${one.date} ${one.time}`;
        return !seen.has(key) && seen.add(key);
      })
      .slice(0, maxProposals);
    const [first] = nearest;
    if (first) this.#take(first, visit.minutes);
    return nearest;
  }

  async #at(
    locationId: number,
    visit: DisplacedAppointment,
    wanted: RequestedDoctor,
    kind: ProposalKind,
    notBefore: string,
  ): Promise<RankedProposal[]> {
    const { clock, freeOn } = await this.#branch(locationId, visit, wanted);
    const found: RankedProposal[] = [];
    for (const date of daysAround(visit.date, clock.date)) {
      const enough = found.length >= proposalsPerKind;
      const away = minDistance(kind, Math.abs(daysBetween(visit.date, date)));
      if (enough && found.every(({ far }) => far <= away)) break;
      for (const { time, doctorId } of freeOn(date)) {
        const one = { locationId, date, time, doctorId, kind };
        if (localDateTime(date, time) >= notBefore) found.push({ one, far: proposalDistance(visit, one) });
      }
      found.sort(compareByDistance);
      found.splice(proposalsPerKind);
    }
    return found;
  }

  async #branch(locationId: number, visit: DisplacedAppointment, wanted: RequestedDoctor) {
    const { minutes } = visit;
    const opening = await loadBranchOpening(this.#deps, locationId, minutes);
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
    const doctors = await loadDoctorsOfDays(this.#deps, wanted, { location, hours }, dates, false);
    const freeOn = (date: string): ProposalTime[] => {
      const whom = doctors && this.#without(doctors(date), date);
      const day = { hours: hoursOfDay(hours, date), held: held.get(date) ?? [], doctors: whom };
      const starts = publicSlots(
        { ...day, rules, rooms: location.rooms },
        findFirstBookableMinute(date, clock, settings),
      );
      return starts.map((start) => ({
        date,
        time: timeOfMinutes(start),
        doctorId: whom?.days.find((one) => isDoctorAvailable(one, start, minutes))?.id ?? null,
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

  async #heldAt(locationId: number, around: string, today: string): Promise<Map<string, RoomBooking[]>> {
    const held = this.#held.get(locationId) ?? new Map<string, RoomBooking[]>();
    this.#held.set(locationId, held);
    const dates = daysAround(around, today).toSorted();
    const missing = dates.filter((date) => !held.has(date));
    if (missing.length > 0) {
      const { branch } = this.#coming;
      const days =
        branch?.id === locationId
          ? missing.map((date) => branch.held.get(date))
          : await listHeldRooms(this.#deps, locationId, missing);
      for (const [i, date] of missing.entries()) held.set(date, [...(days[i] ?? [])]);
    }
    return held;
  }

  #take({ locationId, date, time, doctorId }: Proposal, minutes: number): void {
    const from = minutesOf(time);
    const taken = { from, to: from + minutes };
    const day = this.#held.get(locationId)?.get(date);
    const highest = Math.max(0, ...(day ?? []).map(({ room }) => room ?? 0)) + 1;
    const rooms = listTakenByRoom(day ?? [], highest);
    const room = rooms.findIndex((busy) => isFreeBetween(busy, from, minutes)) + 1;
    day?.push({ ...taken, room });
    if (doctorId !== null) {
      const key = `${date} ${doctorId}`;
      this.#withDoctor.set(key, [...(this.#withDoctor.get(key) ?? []), taken]);
    }
  }
}
