import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { computeUsualDuration, listQueueOfDay } from '#server/features/arrivals/queue-queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/screens.ts';
import type { ScreenState } from '#shared/contract/screens.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { estimateDelay, sortQueue } from '#shared/domain/visits/queue.ts';
import { hoursOfDay, windowsOfDay } from '#shared/domain/visits/slots.ts';
import { Refusal } from '#shared/errors.ts';
import { endScreen, findScreenByToken, insertScreen, recordScreenUse } from './queries.ts';

/**
 * Makes a link for the screen of a branch, which shows tickets and rooms, or for its poster, which checks
 * patients in.
 */
export async function makeScreen(
  deps: Deps,
  viewer: Viewer,
  { locationId, kind = 'screen' }: Body<typeof api.makeScreen>,
): Promise<{ id: number; link: string }> {
  checkBranch(viewer, locationId);
  if (!(await findOpenLocation(deps, locationId))) throw new Refusal('unknown_location');
  const token = randomToken();
  const tokenHash = hashToken(token);
  const screen = { locationId, kind, tokenHash, createdBy: viewer.id, createdAt: deps.now() };
  const id = await inTransaction(deps.db, async (tx) => {
    const made = await insertScreen(tx, screen);
    await recordEvent(tx, viewer, {
      action: 'screen_made',
      subject: 'locations',
      subjectId: locationId,
      locationId,
      after: { screen: made },
    });
    return made;
  });
  return { id, link: `/${kind === 'poster' ? 'here' : 'screen'}/${token}` };
}

export async function revokeScreen(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const ended = await endScreen(tx, viewer, id, deps.now());
    if (!ended) throw new Refusal('not_found');
    await recordEvent(tx, viewer, {
      action: 'screen_ended',
      subject: 'locations',
      subjectId: ended.locationId,
      locationId: ended.locationId,
      before: { screen: id },
    });
  });
}

const maxNextTickets = 5;

/** Content of a screen: tickets and rooms of the branch's day, the delay, and whether the day is over. */
export async function loadScreenState(deps: Deps, token: string): Promise<ScreenState> {
  const screen = await findScreenByToken(deps.db, 'screen', hashToken(token));
  const branch = screen && (await findOpenLocation(deps, screen.locationId));
  const hours = branch && (await currentHours(deps, branch.id));
  if (!screen || !branch || !hours) throw new Refusal('not_found');
  const now = deps.now();
  await recordScreenUse(deps, screen);
  const { date, minutes } = dayClock(now);
  const queue = await listQueueOfDay(deps.db, branch.id, date);
  const { minutes: usual } = await computeUsualDuration(deps, branch.id, date);
  const windows = windowsOfDay(hoursOfDay(hours, date), '00:00');
  const called = queue.flatMap(({ stage, ticket, room, calledAt }) =>
    stage === 'with_doctor' && ticket !== null && calledAt ? [{ ticket, room, calledAt }] : [],
  );
  const next = sortQueue(queue).flatMap(({ ticket }) => ticket ?? []);
  return {
    branch: { name: branch.name, nameAr: branch.nameAr },
    rooms: branch.rooms,
    called: called.toSorted((a, b) => b.calledAt.localeCompare(a.calledAt)),
    next: next.slice(0, maxNextTickets),
    delayMinutes: estimateDelay(queue, { minutes, now, rooms: branch.rooms, usual }, minutes),
    closed:
      called.length === 0 &&
      next.length === 0 &&
      !windows.some(({ from, to }) => minutes >= from - 60 && minutes < to),
  };
}
