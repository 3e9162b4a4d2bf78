import type { Actor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { noSession } from '#server/engine/secrets/proof.ts';
import type { Lang } from '#shared/domain/languages.ts';

interface LinkHolder {
  id: number;
  name: string;
  username?: string | null;
  lang: Lang;
  caresFor?: Viewer['caresFor'];
}

/** The viewer of a link without a session: acts as a patient, whatever the account's role. */
export const createPatientViewer = (
  { id, name, username = null, lang, caresFor }: LinkHolder,
  from: Actor,
): Viewer => ({
  id,
  role: 'patient',
  name,
  username,
  lang,
  caresFor,
  isSuperAdmin: false,
  isOwner: false,
  ...noSession,
  ip: from.ip,
  requestId: from.requestId,
});
