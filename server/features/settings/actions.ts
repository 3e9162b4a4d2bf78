import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { releaseWaitingMessages } from '#server/engine/delivery/queries.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseStale } from '#server/engine/http/version.ts';
import * as api from '#shared/contract/settings.ts';
import {
  type ClinicSettings,
  readClinicSettings,
  withoutDefaultSender,
} from '#shared/domain/clinic-settings.ts';
import { hasSavedSettings, insertSettings, lockSettings, readSettings } from './queries.ts';

/** Changes settings of the clinic, effective at once. */
export async function changeSettings(
  deps: Deps,
  viewer: Viewer,
  changes: Partial<ClinicSettings>,
  ifMatch?: string,
): Promise<ClinicSettings> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return inTransaction(deps.db, async (tx) => {
    await lockSettings(tx);
    const before = await readSettings(tx);
    refuseStale(api.changeSettings, ifMatch, before);
    const after = withoutDefaultSender(before, readClinicSettings({ ...before, ...given }));
    const fields = Object.keys(after) as (keyof ClinicSettings)[];
    const changed = fields.filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]));
    // Saving for the first time counts as reviewing them, even without a change.
    if (changed.length === 0 && (await hasSavedSettings(tx))) return before;
    await insertSettings(tx, after, viewer.id);
    if (changed.includes('quietHours')) await releaseWaitingMessages(tx, deps.now());
    const pick = (from: ClinicSettings) => Object.fromEntries(changed.map((field) => [field, from[field]]));
    await recordEvent(tx, viewer, {
      action: 'changed',
      subject: 'settings',
      before: pick(before),
      after: pick(after),
    });
    return after;
  });
}
