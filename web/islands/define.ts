import type { ComponentType } from 'react';

/**
 * Ours for a reason: a frame of islands brings a server, a router and a build of its own; here Fastify
 * serves, React renders and Vite builds. What is left is to fetch a part and hydrate it (`wake.ts`).
 */

/** Areas of the catalogue; an island names those it speaks from. */
export type Area =
  | 'common'
  | 'errors'
  | 'public'
  | 'booking'
  | 'booking-first'
  | 'booking-own'
  | 'account'
  | 'account-own'
  | 'account-details'
  | 'staff'
  | 'desk'
  | 'doctor'
  | 'admin'
  | 'logs'
  | 'offer'
  | 'offer-own'
  | 'plans'
  | 'waiting'
  | 'import'
  | 'connections'
  | 'notice'
  | 'privacy'
  | 'guide'
  | 'calendar'
  | 'family'
  | 'merge'
  | 'moving'
  | 'session'
  | 'webhook';

/** What of an area is apart, since most who read the rest never see it, or see it alone. */
const apart = /-(?:first|own|staff)$/;

/**
 * Whether a file of the catalogue is of an area: one too large for one file continues in `<area>-*`. What a
 * page opens with lies apart where the rest is much more: of the booking in `booking-first`, of a patient's
 * own page in `<area>-own`, and what only the tab of her details says in `account-details`. What only the
 * staff read of an area, in `<area>-staff`, comes with theirs.
 */
export const isOfArea = (file: string, area: Area): boolean =>
  file === area || (apart.test(file) ? file.endsWith(`-${area}`) : file.startsWith(`${area}-`));

/**
 * What has to be known of an island to fetch it: its file is `<name>.island.tsx`, its words lie in these
 * areas.
 */
export interface IslandHead {
  readonly name: string;
  readonly areas: readonly Area[];
}

export interface IslandOf<P extends object> extends IslandHead {
  readonly component: ComponentType<P>;
}

/**
 * A part of a page that hydrates on its own: `export const island = defineIsland({ … })` in
 * `<name>.island.tsx`.
 */
export const defineIsland = <P extends object>(island: IslandOf<P>): IslandOf<P> => island;
