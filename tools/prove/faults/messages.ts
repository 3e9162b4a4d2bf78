import { setTimeout as sleep } from 'node:timers/promises';
import { withoutTimeouts } from '#server/engine/db/clinic-pool.ts';
import { insertSettings, readSettings } from '#server/features/settings/queries.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { startClinic } from '../../../bench/servers.ts';
import { startPostgres } from '../../test-run/postgres.mjs';
import { FaultyProxy, type ProxyState } from './line.ts';
import { type Fault, type FaultyClinic, openFilledClinic } from './place.ts';

/** Four messages of each channel can be in progress. */
const inHand = 8;

/** A clinic whose mail server and SMS gateway fail, together or alone, while bookings go on. */
export async function clinicWithFailingGateways(today: string): Promise<FaultyClinic> {
  const postgres = await startPostgres({ durable: true });
  const filling = await openFilledClinic({ dataDir: '', databaseUrl: postgres.url }, today);
  const confirmed = {
    text: `begin; ${withoutTimeouts}; update users set email_confirmed_at = now(), phone_confirmed_at = now(),
       channels = case when id % 2 = 0 then '{email}'::text[] else '{sms}'::text[] end
     where role = 'patient'; commit`,
    query_timeout: 120_000,
  };
  await filling.pool.query(confirmed);
  // No quiet hours: messages are also sent at night.
  const settings = await readSettings(filling.db);
  const quietHours = { from: '00:00', to: '00:00' };
  await insertSettings(filling.db, { ...settings, quietHours }, 1);
  const [mail, gateway] = [await mailServer(), await gatewayServer()];
  const [toMail, toGateway] = [
    await FaultyProxy.to(Number(new URL(mail.url).port)),
    await FaultyProxy.to(Number(new URL(gateway.url).port)),
  ];
  const lines = [toMail, toGateway];
  const turn = async (mood: ProxyState) => void (await Promise.all(lines.map((line) => line.turn(mood))));
  const arrived = () => ({ mails: mail.received.length, texts: gateway.calls.length });
  const createProxyFault = (mood: ProxyState): Fault => {
    const all = () => arrived().mails + arrived().texts;
    let before = 0;
    return {
      begin: async () => {
        await turn(mood);
        before = all();
      },
      end: () => turn('well'),
      isUnnoticed: true,
      // Delayed messages arrive; with other faults only those in progress.
      isFelt: () => (typeof mood === 'number' ? all() > before : all() - before <= inHand),
    };
  };
  /** One channel does not respond; the other must go on. */
  const alone = (line: FaultyProxy, other: 'mails' | 'texts'): Fault => {
    const seen: number[] = [];
    let before = 0;
    return {
      begin: async () => {
        await line.turn('says nothing');
        before = arrived()[other];
      },
      end: async () => {
        seen.push(arrived()[other] - before);
        await line.turn('well');
      },
      isUnnoticed: true,
      complaints: () => {
        console.log(`  ${seen.join(' and ')} ${other} arrived meanwhile`);
        return seen.some((count) => count === 0) ? [`${other} did not go on`] : [];
      },
    };
  };
  const env = {
    DATABASE_URL: postgres.url,
    SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
    SMS_GATEWAY_URL: `http://127.0.0.1:${toGateway.port}/send`,
  };
  const waiting = async () =>
    Number(
      (
        await filling.pool.query(
          "select count(*) as n from messages where state = 'queued' and channel in ('email', 'sms')",
        )
      ).rows[0]?.n,
    );
  return {
    faults: {
      'mail and texts refuse': createProxyFault('refuses'),
      'mail and texts break off': createProxyFault('breaks off'),
      'mail and texts say nothing': createProxyFault('says nothing'),
      'mail and texts slow': createProxyFault(300),
      'mail alone says nothing': alone(toMail, 'texts'),
      'mail well, texts alone say nothing': alone(toGateway, 'mails'),
    },
    start: () => startClinic(env),
    look: (ledger) => ledger.complaints(filling.pool),
    afterwards: async () => {
      const server = await startClinic(env);
      const since = performance.now();
      const left = await waiting();
      while ((await waiting()) > 0 && performance.now() - since < 240_000) await sleep(500);
      await server.stop();
      const { rows } = await filling.pool.query<{ state: string; channel: string; n: number }>(
        "select state, channel, count(*) as n from messages where channel in ('email', 'sms') group by 1, 2 order by 1, 2",
      );
      const seconds = ((performance.now() - since) / 1000).toFixed(0);
      const told = rows.map(({ state, channel, n }) => `${n} ${channel} ${state}`).join(', ');
      const heard = `${arrived().mails} mails and ${arrived().texts} texts arrived`;
      console.log(`  ${left} messages that waited left within ${seconds} s: ${told}; ${heard}`);
      return rows
        .filter(({ state }) => state === 'dead' || state === 'queued')
        .map((row) => JSON.stringify(row));
    },
    close: async () => {
      await Promise.all(lines.map((line) => line.close()));
      await Promise.all([mail.close(), gateway.close()]);
      await filling.close();
      await postgres.stop();
    },
  };
}
