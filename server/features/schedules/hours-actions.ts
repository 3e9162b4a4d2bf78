import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseStale } from '#server/engine/http/version.ts';
import { withdrawUnneededOffersAfterSave } from '#server/features/disruptions/actions.ts';
import { collectDisplaced } from '#server/features/disruptions/displaced-collection-actions.ts';
import {
  listDutiesAt,
  listExceptionsFrom,
  listWeekShifts,
} from '#server/features/locations/hours-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { type Hours, putHours } from '#shared/contract/schedules.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { withDays } from '#shared/domain/visits/exception-days.ts';
import {
  changeHours,
  displaceByHours,
  dutyList,
  exceptionList,
  futureExceptions,
  type HoursPlans,
  parseExceptions,
  parseShifts,
  presentDuty,
  presentException,
  presentSchedule,
  replaceList,
  toDutyRows,
  weekList,
} from './actions.ts';
import type { ProposedHours } from './preview-queries.ts';

type HoursInput = Pick<Body<typeof putHours>, 'schedules' | 'exceptions' | 'duties' | 'everywhere'>;
type Reader = Pick<Deps, 'cache' | 'db' | 'now'>;

/** The three lists of a branch. */
export async function loadHours(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  locationId: number,
): Promise<Hours> {
  return {
    schedules: presentSchedule(await listWeekShifts(db, locationId)),
    exceptions: (await listExceptionsFrom(db, locationId, dayClock(now()).date)).map(presentException),
    duties: (await listDutiesAt(db, viewer, locationId)).map(presentDuty),
  };
}

/** The saved exceptions of a branch together with the days that are added to all branches. */
async function exceptionsWith({ db, now }: Reader, locationId: number, days: HoursInput['everywhere']) {
  const saved = await listExceptionsFrom(db, locationId, dayClock(now()).date);
  const added = futureExceptions({ now }, days ?? []);
  return parseExceptions(withDays(saved.map(presentException), added.map(presentException)));
}

/** The branch, and every other branch if days are added to all branches. */
async function listBranchesToChange(
  deps: Reader,
  locationId: number,
  { everywhere = [] }: HoursInput,
): Promise<number[]> {
  if (everywhere.length === 0) return [locationId];
  const ids = (await currentLocations(deps)).map(({ id }) => id);
  return [locationId, ...ids.filter((id) => id !== locationId)];
}

/** The new hours of a branch, and of every other branch if days are added to all branches. */
export async function planHours(
  deps: Reader,
  locationId: number,
  input: HoursInput,
): Promise<Map<number, ProposedHours>> {
  const { schedules, exceptions, everywhere } = input;
  const here = {
    shifts: schedules && parseShifts(schedules),
    exceptions: exceptions && futureExceptions(deps, exceptions),
  };
  const plans = new Map<number, ProposedHours>([[locationId, here]]);
  const [, ...others] = await listBranchesToChange(deps, locationId, input);
  for (const id of others) plans.set(id, { exceptions: await exceptionsWith(deps, id, everywhere) });
  return plans;
}

/** The lists that change. */
const createHoursLists = (
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  plans: HoursPlans,
  duties: HoursInput['duties'],
) => [
  ...[...plans].flatMap(([id, { shifts, exceptions }]) => [
    ...(shifts ? [weekList(id, shifts)] : []),
    ...(exceptions ? [exceptionList(deps, id, exceptions)] : []),
  ]),
  ...(duties ? [dutyList(deps, viewer, locationId, toDutyRows(duties))] : []),
];

/**
 * Saves the given lists of a branch, and days for all other branches, in one transaction.
 * The appointments that it displaces are in one disruption, whatever displaces them and at whichever branches.
 */
export async function saveHours(
  deps: Deps,
  viewer: Viewer,
  locationId: number,
  input: HoursInput,
  ifMatch?: string,
): Promise<Hours> {
  const saved = await changeHours(deps, await listBranchesToChange(deps, locationId, input), async (tx) => {
    const within = { ...deps, db: tx };
    refuseStale(putHours, ifMatch, await loadHours(within, viewer, locationId));
    const plans = await planHours(within, locationId, input);
    const displaced = collectDisplaced();
    await displaceByHours(tx, deps, viewer, plans, displaced);
    for (const list of createHoursLists(deps, viewer, locationId, plans, input.duties))
      await replaceList<unknown>(tx, viewer, list, displaced);
    await displaced.open(tx, viewer);
    return loadHours(within, viewer, locationId);
  });
  await withdrawUnneededOffersAfterSave(deps);
  return saved;
}
