import type { IslandHead } from './define.ts';

/** Says what the address brought along. */
export const arrival = {
  name: 'arrival',
  areas: ['common', 'errors', 'account'],
} satisfies IslandHead;

/** Its code and words are fetched only where there is something to say. */
export async function greetWhoArrives(): Promise<void> {
  const { open } = await import('./wake.ts');
  await open(arrival, {});
}
