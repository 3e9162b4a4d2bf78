import type { IslandHead } from './define.ts';

/** Shows the message that the query parameters of the URL ask for. */
export const arrival = {
  name: 'arrival',
  areas: ['common', 'errors', 'account'],
} satisfies IslandHead;

/** Opens it; its code and texts are loaded only when there is a message. */
export async function greetWhoArrives(): Promise<void> {
  const { open } = await import('./wake.ts');
  await open(arrival, {});
}
