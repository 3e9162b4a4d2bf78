import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { canReadSubject } from '#server/engine/http/viewers.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { Refusal } from '#shared/errors.ts';
import { findDuplicate, isNumberKnown } from './duplicate-queries.ts';
import * as queries from './queries.ts';

/**
 * Rejects a patient with the same phone and a name that sounds the same; `current` names the existing one.
 */
export async function rejectDuplicate(
  deps: Deps,
  tx: Db,
  viewer: Viewer,
  { name, phone }: Pick<queries.NewUser, 'name' | 'phone'>,
): Promise<void> {
  const duplicate = phone ? await findDuplicate(tx, viewer, { name, phone }) : undefined;
  if (!phone || !duplicate) return;
  const { id } = duplicate;
  if (!canReadSubject(viewer, 'patients')) throw new Refusal('patient_exists', { current: { id } });
  const { prefix } = await currentSettings({ ...deps, db: tx });
  const person = await queries.findUser(tx, id);
  const numberKnown = isNumberKnown(duplicate, phone);
  throw new Refusal('patient_exists', {
    current: person && { ...queries.presentUser(person, prefix), numberKnown },
  });
}
