import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd, type CrowdAnswer } from './crowd.ts';
import { type AnsweredCall, type LoadCall, percentile, saturate, send } from './load.ts';
import { type Kind, mixedCall, mixedCallKind } from './mixed.ts';
import { startClinic } from './servers.ts';

interface Overload {
  readonly today: string;
  /** Load as a multiple of the capacity, and its duration. */
  readonly times: number;
  readonly seconds: number;
}

const warmUp = 1500;
const sample = 3000;
const networks = 20_000;
/** Connections of a proxy, like HAProxy's `maxconn`. */
const connections = 512;
const staffConnections = 4;
const kinds: readonly Kind[] = ['booking', 'desk', 'slots', 'page', 'list', 'logs'];
const isRefused = ({ status }: AnsweredCall): boolean => status === 503;
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;
const formatPercentiles = (answers: readonly AnsweredCall[]): string =>
  `p50 ${percentile(answers, 0.5).toFixed(0)} p99 ${percentile(answers, 0.99).toFixed(0)} ms`;

const withTimeSinceSent = <T extends CrowdAnswer>(one: T): T => ({ ...one, ms: one.answeredInMs });

/** Adds the address of one of many networks, as a proxy does. */
const withNetworkAddress = (call: LoadCall, i: number): LoadCall => ({
  ...call,
  headers: { 'x-forwarded-for': `20.${(i % networks) >> 8}.${(i % networks) % 256}.1` },
});
const nthCallOfKind = (kind: Kind, today: string, n: number): LoadCall => {
  let i = n * 15;
  while (mixedCallKind(i) !== kind) i++;
  return mixedCall(today, i);
};

/** Answers per second for staff who load the day board without a pause. */
async function staffRate(port: number, today: string, seconds: number) {
  const answers: AnsweredCall[] = [];
  const started = performance.now();
  let n = 0;
  const one = async () => {
    while (performance.now() - started < seconds * 1000)
      answers.push(await send(port, withNetworkAddress(nthCallOfKind('desk', today, n++), 0)));
  };
  await Promise.all(Array.from({ length: staffConnections }, one));
  const served = answers.filter(({ status }) => status === 200);
  return { perSecond: served.length / seconds, served, refused: answers.length - served.length };
}

/** Sends many times the server's capacity; then lets staff work while anonymous clients flood the server. */
export async function overload(env: Record<string, string>, { today, times, seconds }: Overload) {
  const server = await startClinic({ ...env, TRUST_PROXY: '1' });
  const { port } = server;
  try {
    const call = (i: number) => withNetworkAddress(mixedCall(today, i), i);
    await saturate(port, { count: warmUp, call });
    const began = performance.now();
    await saturate(port, { count: sample, call: (i) => call(warmUp + i) });
    const capacity = (sample / (performance.now() - began)) * 1000;
    const first = warmUp + sample;
    const started = performance.now();
    const crowd = await new Crowd(port, connections).come(capacity * times, seconds, (i) => call(first + i));
    const took = (performance.now() - started) / 1000;
    const accepted = crowd.answers.filter((one) => !isRefused(one));
    const refused = crowd.answers.filter(isRefused);
    const served = kinds.map((kind) => {
      const these = crowd.answers.filter(({ i }) => mixedCallKind(first + i) === kind);
      const in503 = these.filter(isRefused).length;
      const p99 = percentile(these.filter((one) => !isRefused(one)).map(withTimeSinceSent), 0.99);
      return `${kind} ${share(these.length - in503, these.length)} (p99 ${p99.toFixed(0)} ms)`;
    });
    console.log(
      `  overload: capacity ${capacity.toFixed(0)}/s, offered ${(crowd.asked / crowd.offeredFor).toFixed(0)}/s,`,
      `accepted ${(accepted.length / took).toFixed(0)}/s, ${formatPercentiles(accepted.map(withTimeSinceSent))};`,
      `refused ${refused.length}, ${formatPercentiles(refused.map(withTimeSinceSent))};`,
      `with the wait for a connection ${formatPercentiles(crowd.answers)}; no answer ${crowd.lost};`,
      `5xx but 503: ${accepted.filter(({ status }) => status >= 500).length}; ${crowd.opened} connections`,
    );
    console.log(`    served: ${served.join(', ')}`);
    await sleep(2000);
    const floodSeconds = Math.min(seconds, 15);
    const alone = await staffRate(port, today, floodSeconds);
    const anonymous = (i: number) => withNetworkAddress(nthCallOfKind(i % 2 ? 'slots' : 'page', today, i), i);
    const [beside] = await Promise.all([
      staffRate(port, today, floodSeconds),
      new Crowd(port, connections).come(capacity * times, floodSeconds, anonymous),
    ]);
    console.log(
      `    staff alone ${alone.perSecond.toFixed(0)}/s, beside a flood ${beside.perSecond.toFixed(0)}/s`,
      `(${share(beside.perSecond, alone.perSecond)}), ${formatPercentiles(beside.served)}, refused ${beside.refused}`,
    );
  } finally {
    await server.stop();
  }
}
