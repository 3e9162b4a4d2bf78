import { Crowd } from './crowd.ts';
import { mixedCall } from './mixed.ts';

/** What somebody beside a crowd is told: the first of her calls, and how long she asks. */
export interface Bystanding {
  readonly port: number;
  readonly today: string;
  readonly first: number;
  readonly seconds: number;
}

const perSecond = 100;

// Somebody who asks for the same as the crowd, in a process of her own: how late the crowd's is, which sends
// and reads thousands, does not count in her times.
process.once('message', async (asks) => {
  const { port, today, first, seconds } = asks as Bystanding;
  const { answers } = await new Crowd(port).come(perSecond, seconds, (i) => mixedCall(today, first + i));
  process.send?.(answers, () => process.exit());
});
