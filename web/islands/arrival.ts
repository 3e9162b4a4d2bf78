import type { IslandMeta } from './define.ts';

/** Shows the message that the query parameters of the URL ask for. */
export const arrivalIsland = {
  name: 'arrival',
  areas: ['common', 'errors', 'account'],
} satisfies IslandMeta;

/** Opens it; its code and texts are loaded only when there is a message. */
export async function showArrivalNotice(): Promise<void> {
  const { openIsland: open } = await import('./load-island.ts');
  await open(arrivalIsland, {});
}
