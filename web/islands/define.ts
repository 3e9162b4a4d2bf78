import type { ComponentType } from 'react';

/**
 * Why we do not use a framework for islands: it would bring its own server, router and build, and here
 * Fastify, React and Vite do this. What remains is loading and hydrating a part (`load-island.ts`).
 */

/** Areas of the message catalogue; an island lists those it uses. */
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

/** Files of an area that are loaded separately from the rest of it. */
const separateFilePattern = /-(?:first|own|staff)$/;

/**
 * Whether a message file belongs to an area. An area that is too large for one file continues in `<area>-*`,
 * which the file of the area exports. Loaded separately are `booking-first` (texts shown first), `<area>-own`
 * (a patient's own page) and `<area>-staff` (texts only for staff), which belongs to the area `staff`. The tab
 * of personal details loads only `account-details`, which is also part of `account`.
 */
export const isOfArea = (file: string, area: Area): boolean =>
  file === area || (separateFilePattern.test(file) ? file.endsWith(`-${area}`) : file.startsWith(`${area}-`));

/** What is needed to load an island: its file is `<name>.island.tsx`, its texts are in these areas. */
export interface IslandMeta {
  readonly name: string;
  readonly areas: readonly Area[];
}

export interface IslandDefinition<P extends object> extends IslandMeta {
  readonly component: ComponentType<P>;
}

/**
 * Defines a part of a page that hydrates on its own. Use it as `export const island = defineIsland({ … })` in
 * `<name>.island.tsx`.
 */
export const defineIsland = <P extends object>(island: IslandDefinition<P>): IslandDefinition<P> => island;
