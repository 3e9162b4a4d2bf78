import { connect, type Socket } from 'node:net';
import { Crowd, type CrowdAnswer } from '../../../bench/crowd.ts';
import { type AnsweredCall, percentile, saturate } from '../../../bench/load.ts';
import { mixedCall } from '../../../bench/mixed.ts';
import { type Running, startClinic } from '../../../bench/servers.ts';
import { startPostgres } from '../../test-run/postgres.mjs';
import { seededVisits } from '../ledger.ts';
import { type Fault, type FaultyClinic, openFilledClinic } from './place.ts';

const crowdMs = Number(process.env.FAULTS_CROWD_SECONDS ?? 8) * 1000;
const times = 10;
const ofEachKind = 20;
/** The writers book another service, so that the bookings of the crowd can be counted. */
const crowdsService = 2;
const [warming, counted] = [500, 1000];

const bookedIn = (answers: readonly AnsweredCall[]): number =>
  answers.filter(({ status }) => status === 201).length;

/** Requests of the crowd: a day at the clinic. */
function callOf(today: string, i: number) {
  const call = mixedCall(today, i);
  return call.body ? { ...call, body: { ...call.body, service: String(crowdsService) } } : call;
}

/** Connections that send nothing, that never finish a request, or that hardly read the reply. */
class SlowConnections {
  readonly #sockets: Socket[] = [];
  readonly #timers: NodeJS.Timeout[] = [];

  begin(port: number): void {
    const open = (says: string): Socket => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      if (says) socket.write(says);
      this.#sockets.push(socket);
      return socket;
    };
    const often = (what: () => void) => this.#timers.push(setInterval(what, 100));
    let came = 0;
    const arriving = setInterval(() => {
      if (++came === ofEachKind) clearInterval(arriving);
      open('').resume();
      const slow = open('GET / HTTP/1.1\r\nhost: a\r\nx-slow: ').resume();
      often(() => slow.write('a'));
      const deaf = open('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(60)).pause();
      often(() => deaf.read(64));
    }, 40);
    this.#timers.push(arriving);
  }

  end(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }
}

/** A clinic with too many callers, or with slow ones. */
export async function clinicWithManyCallers(today: string): Promise<FaultyClinic> {
  const postgres = await startPostgres({ durable: true });
  const filling = await openFilledClinic({ dataDir: '', databaseUrl: postgres.url }, today);
  let perSecond = 0;
  let asked = 0;
  let booked = 0;
  let crowd: { server: Running; come: ReturnType<Crowd['come']> } | undefined;
  const wrong: string[] = [];
  const laggards = new SlowConnections();
  const tell = (answers: readonly CrowdAnswer[], lost: number) => {
    const served = answers.filter(({ status }) => status !== 503);
    const refused = answers.filter(({ status }) => status === 503);
    const between = (some: readonly CrowdAnswer[]) =>
      `${some.length}, p50 ${percentile(some, 0.5).toFixed(0)} p99 ${percentile(some, 0.99).toFixed(0)} ms`;
    console.log(
      `  ${times} times ${perSecond.toFixed(0)} a second: served ${between(served)}; told "later" ` +
        `${between(refused)}; without an answer ${lost}`,
    );
  };
  const coming: Fault = {
    lastsMs: crowdMs,
    isCrowd: true,
    begin: async (server, forMs) => {
      const first = (asked += 1_000_000);
      const come = new Crowd(server.port).come(perSecond * times, forMs / 1000, (i) =>
        callOf(today, first + i),
      );
      crowd = { server, come };
    },
    end: async () => {
      if (!crowd) return;
      const { answers, lost } = await crowd.come;
      booked += bookedIn(answers);
      const errors = answers.filter(({ status, isLater }) => status >= 500 && !isLater);
      wrong.push(...errors.map(({ status }) => `the crowd was told ${status}`));
      // Requests to a server that is stopping may get no reply.
      if (crowd.server.child.exitCode === null) {
        tell(answers, lost);
        if (lost > 0) wrong.push(`${lost} of the crowd had no answer`);
        if (!answers.some(({ isLater }) => isLater)) wrong.push('nobody of the crowd was told "later"');
      }
    },
    complaints: () => wrong.splice(0),
  };
  return {
    faults: {
      'callers, ten times what is served': coming,
      'callers silent, slow and deaf': {
        isUnnoticed: true,
        begin: async ({ port }) => laggards.begin(port),
        end: async () => laggards.end(),
      },
    },
    start: async () => {
      const server = await startClinic({ DATABASE_URL: postgres.url });
      if (perSecond > 0) return server;
      const call = (i: number) => callOf(today, i);
      const warm = await saturate(server.port, { count: warming, call });
      const since = performance.now();
      const answers = await saturate(server.port, { count: counted, call: (i) => call(warming + i) });
      perSecond = counted / ((performance.now() - since) / 1000);
      booked = bookedIn([...warm, ...answers]);
      return server;
    },
    look: async (ledger) => {
      const { rows } = await filling.pool.query<{ n: number }>(
        'select count(*)::int as n from appointments where id > $1 and service_id = $2',
        [seededVisits, crowdsService],
      );
      const there = rows[0]?.n ?? 0;
      const gone = there < booked ? [`of ${booked} visits of the crowd ${there} are there`] : [];
      return [...gone, ...(await ledger.complaints(filling.pool))];
    },
    close: async () => {
      await filling.close();
      await postgres.stop();
    },
  };
}
