import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { readersOf } from '#server/features/families/family-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { worksAt } from '#server/features/users/branch-queries.ts';
import { notTheOwner } from '#server/features/users/queries.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { listWishTimes, Waiting } from '#shared/contract/offers.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { firstOffered, offerMinutes, timesFor } from '#shared/domain/wish-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { freeFor, remainingFor, today } from './waiting-list-task-actions.ts';
import {
  type Asked,
  countInOrder,
  isAfter,
  isOfPatient,
  isWaiting,
  isWish,
  waitingInOrder,
  waitingPatientId,
  waitingPlaces,
  wouldComeTo,
} from './wish-queries.ts';

const mostTimes = 60;

/** Times that staff could offer by hand to a waiting patient, at the viewer's branches. */
export async function timesForWish(
  deps: Deps,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof listWishTimes>> {
  const day = today(deps);
  const [wish] = await waitingInOrder(deps.db, day, [...whomSees(viewer), isWish(id)]);
  if (!wish) throw new Refusal('not_found');
  const locationIds = wish.locationIds.filter((at) => worksAt(viewer, at));
  const free = await freeFor(deps, { ...wish, locationIds });
  const found = timesFor(wish, free, firstOffered(day.now, offerMinutes));
  return { times: found.slice(0, mostTimes).map(timeOf), count: found.length, minutes: offerMinutes };
}

function timeOf({ locationId, localStart }: { locationId: number; localStart: string }) {
  const { date, time } = splitLocal(localStart);
  return { locationId, appointmentDate: date, appointmentTime: time };
}

/** Patients who wait at a branch of the viewer. */
const whomSees = (viewer: Viewer) => [
  notTheOwner(viewer, waitingPatientId),
  viewer.branches && wouldComeTo(viewer.branches),
];

interface Filter {
  userId?: number | undefined;
  locationId?: number | undefined;
}
const shownOf = (day: Asked, viewer: Viewer, { userId, locationId }: Filter) => [
  ...whomSees(viewer),
  isWaiting(day),
  userId === undefined ? undefined : isOfPatient(userId),
  locationId === undefined ? undefined : wouldComeTo([locationId]),
];

/** Number of waiting patients, up to the limit. */
export function countOfList(deps: Deps, viewer: Viewer, filter: Filter, limit: number): Promise<number> {
  const day = { ...today(deps), limit };
  return countInOrder(deps.db, day, shownOf(day, viewer, filter));
}

/** A page of the waiting list for staff: the patient who gets the next time comes first. */
export async function waitingList(
  deps: Deps,
  viewer: Viewer,
  filter: Filter,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<Waiting[]> {
  const day = { ...today(deps), limit };
  const waiting = await waitingInOrder(deps.db, day, [
    ...shownOf(day, viewer, filter),
    after === undefined ? undefined : isAfter(after),
  ]);
  const people = await readersOf(
    deps.db,
    waiting.map(({ patientId }) => patientId),
  );
  const places = await waitingPlaces(
    deps.db,
    waiting.map(({ id }) => id),
  );
  const byHand = (await currentSettings(deps)).waitingList === 'hand';
  return waiting.flatMap((wish) => {
    const person = people.get(wish.patientId);
    if (!person) return [];
    const {
      isOpen: _open,
      busy: _busy,
      keeps: _keeps,
      toldToday: _told,
      withdrew: _withdrew,
      ...rest
    } = wish;
    const { patientId, visitLocationId, visitStart, offered, ...same } = rest;
    const at = visitStart === null ? null : splitLocal(visitStart);
    return [
      {
        ...same,
        place: places.get(wish.id) ?? 0,
        offered: offered.length,
        offers: offered.map(({ state, ...time }) => ({ ...timeOf(time), state })),
        patient: {
          id: patientId,
          name: person.about ?? person.name,
          phone: person.phone && formatPhone(person.phone),
          reach: person.reach,
        },
        visit:
          at && visitLocationId
            ? { appointmentDate: at.date, appointmentTime: at.time, locationId: visitLocationId }
            : null,
        rests: remainingFor(wish, person, byHand),
      },
    ];
  });
}
