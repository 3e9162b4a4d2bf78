import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findMessageReaders } from '#server/features/families/family-queries.ts';
import { findMessagePhone, hashToShortKey } from '#server/features/notifications/notify-actions.ts';
import { offersWithIds } from '#server/features/offers/queries.ts';
import { isActPossible } from '#shared/domain/displaced-state.ts';
import { notifyDisplacedPatients } from './notify-actions.ts';
import { lockDisplaced, recordReminder } from './queries.ts';
import { recordDisplacedAction } from './request-offer-actions.ts';
import { lockAndComputeStates, type RowWithState } from './state-queries.ts';

const canBeReminded = ({ row, state }: RowWithState): boolean =>
  row.remindedAt === null && row.reached === true && row.offerId !== null && isActPossible('remind', state);

/** Reminds the patients of one phone once. Only one of two desks does, and none if the offer was answered. */
async function remindGroup(
  deps: Deps,
  viewer: Viewer,
  ones: readonly RowWithState[],
): Promise<RowWithState[]> {
  return inTransaction(deps.db, async (tx) => {
    const rows = ones.map(({ row }) => row);
    await lockDisplaced(
      tx,
      rows.map(({ id }) => id),
    );
    const current = new Map((await lockAndComputeStates(tx, deps, rows)).map((now) => [now.row.id, now]));
    const isDue = ({ row }: RowWithState) => {
      const now = current.get(row.id);
      return now !== undefined && canBeReminded(now);
    };
    const due = ones.filter(isDue);
    const ids = due.flatMap(({ row }) => current.get(row.id)?.row.offerId ?? []);
    if (ids.length === 0) return [];
    const found = await offersWithIds(tx, ids);
    const offers = ids.flatMap((id) => found.find((offer) => offer.id === id) ?? []);
    const batch = `again:${hashToShortKey(ids.toSorted((a, b) => a - b).join())}`;
    const heard = await notifyDisplacedPatients(tx, deps, offers, {
      together: due.map(({ row }) => row),
      batch,
    });
    const heardIds = new Set([...heard].map(({ id }) => id));
    const told = due.filter(({ row }) => heardIds.has(current.get(row.id)?.row.offerId ?? 0));
    await recordReminder(
      tx,
      told.map(({ row }) => row.id),
      deps.now(),
    );
    await recordDisplacedAction(tx, viewer, 'displaced_reminded', told);
    return told;
  });
}

/**
 * Reminds patients of held times: those with the same phone or recipient get one message about all of them.
 */
export async function remindOfOffers(
  deps: Deps,
  viewer: Viewer,
  ones: readonly RowWithState[],
): Promise<Set<RowWithState>> {
  const due = ones.filter(canBeReminded);
  const readers = await findMessageReaders(deps.db, [...new Set(due.map(({ row }) => row.patientId))]);
  const groups = new Map<string, RowWithState[]>();
  for (const one of due) {
    const reader = readers.get(one.row.patientId);
    const key = findMessagePhone(reader) ?? `person ${reader?.id ?? one.row.patientId}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const reminded = new Set<RowWithState>();
  for (const group of groups.values())
    for (const one of await remindGroup(deps, viewer, group)) reminded.add(one);
  return reminded;
}
