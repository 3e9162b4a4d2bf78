import type { Deps } from '#server/deps.ts';
import type { Letterhead } from '#server/engine/delivery/render.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { senderNameIn } from '#shared/domain/clinic-settings.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { loadReservedNames } from './deceptive-name-queries.ts';

export type Letterheads = Readonly<Record<Lang, Letterhead>>;

/** The clinic's letterhead in each language. */
export async function loadLetterheads(deps: Pick<Deps, 'cache' | 'config' | 'db'>): Promise<Letterheads> {
  const { PUBLIC_URL, GATEWAY_SECRET } = deps.config;
  const settings = await currentSettings(deps);
  const common = {
    publicUrl: PUBLIC_URL,
    takesReplies: GATEWAY_SECRET !== undefined,
    reserved: await loadReservedNames(deps),
  };
  return {
    en: { ...common, sender: senderNameIn('en', settings) },
    ar: { ...common, sender: senderNameIn('ar', settings) },
  };
}
