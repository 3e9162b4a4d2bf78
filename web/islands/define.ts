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
  | 'account'
  | 'staff'
  | 'desk'
  | 'doctor'
  | 'admin'
  | 'logs'
  | 'offer'
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
  | 'webhook';

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
