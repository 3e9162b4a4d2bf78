import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findMessageReaders } from '#server/features/families/family-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { worksAt } from '#server/features/users/branch-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { listWishTimes, Waiting } from '#shared/contract/offers.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { findFirstOfferable, listSuitableTimes, offerMinutes } from '#shared/domain/wish-rules.ts';
import { Refusal } from '#shared/errors.ts';
import { createWaitingListQuery, findFreeStarts, findWishPauseReason } from './waiting-list-task-actions.ts';
import {
  countOpenWishes,
  findWishPositions,
  includesBranch,
  isBehindWish,
  isOpenEntry,
  isPatientsWish,
  isWish,
  listWishesInOrder,
  type WaitingListQuery,
  waitingPatientId,
} from './wish-queries.ts';

const maxTimes = 60;

/** Times that staff could offer by hand to a waiting patient, at the viewer's branches. */
export async function listTimesForWish(
  deps: Deps,
  viewer: Viewer,
  id: number,
): Promise<Reply<typeof listWishTimes>> {
  const day = createWaitingListQuery(deps);
  const [wish] = await listWishesInOrder(deps.db, day, [
    ...buildVisibilityConditions(viewer),
    isOpenEntry(day),
    isWish(id),
  ]);
  if (!wish) throw new Refusal('not_found');
  const locationIds = wish.locationIds.filter((at) => worksAt(viewer, at));
  const free = await findFreeStarts(deps, { ...wish, locationIds });
  const found = listSuitableTimes(wish, free, findFirstOfferable(day.now, offerMinutes));
  return {
    times: found.slice(0, maxTimes).map(presentFreeTime),
    count: found.length,
    minutes: offerMinutes,
  };
}

function presentFreeTime({ locationId, localStart }: { locationId: number; localStart: string }) {
  const { date, time } = splitLocal(localStart);
  return { locationId, appointmentDate: date, appointmentTime: time };
}

/** Patients who wait at a branch of the viewer. */
const buildVisibilityConditions = (viewer: Viewer) => [
  isNotOwner(viewer, waitingPatientId),
  viewer.branches && includesBranch(viewer.branches),
];

interface Filter {
  userId?: number | undefined;
  locationId?: number | undefined;
}
const buildWishConditions = (day: WaitingListQuery, viewer: Viewer, { userId, locationId }: Filter) => [
  ...buildVisibilityConditions(viewer),
  isOpenEntry(day),
  userId === undefined ? undefined : isPatientsWish(userId),
  locationId === undefined ? undefined : includesBranch([locationId]),
];

/** Number of waiting patients, up to the limit. */
export function countWaitingList(deps: Deps, viewer: Viewer, filter: Filter, limit: number): Promise<number> {
  const day = { ...createWaitingListQuery(deps), limit };
  return countOpenWishes(deps.db, day, buildWishConditions(day, viewer, filter));
}

/** A page of the waiting list for staff: the patient who gets the next time comes first. */
export async function waitingList(
  deps: Deps,
  viewer: Viewer,
  filter: Filter,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<Waiting[]> {
  const day = { ...createWaitingListQuery(deps), limit };
  const waiting = await listWishesInOrder(deps.db, day, [
    ...buildWishConditions(day, viewer, filter),
    after === undefined ? undefined : isBehindWish(after),
  ]);
  const people = await findMessageReaders(
    deps.db,
    waiting.map(({ patientId }) => patientId),
  );
  const places = await findWishPositions(
    deps.db,
    waiting.map(({ id }) => id),
  );
  const byHand = (await currentSettings(deps)).waitingList === 'hand';
  return waiting.flatMap((wish) => {
    const person = people.get(wish.patientId);
    if (!person) return [];
    const { busy: _busy, keeps: _keeps, toldToday: _told, withdrew: _withdrew, ...rest } = wish;
    const { patientId, visitLocationId, visitStart, offered, ...same } = rest;
    const at = visitStart === null ? null : splitLocal(visitStart);
    return [
      {
        ...same,
        place: places.get(wish.id) ?? 0,
        offered: offered.length,
        offers: offered.map(({ state, ...time }) => ({ ...presentFreeTime(time), state })),
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
        rests: findWishPauseReason(wish, person, byHand),
      },
    ];
  });
}
