import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClinic } from '#server/testing/factories.ts';
import { gatewayServer } from '#server/testing/gateway-server.ts';
import { mailServer } from '#server/testing/mail-server.ts';
import { createSignedInUser } from '#server/testing/signed-in.ts';
import { createTestApp, monday, type TestApp } from '#server/testing/test-app.ts';

/**
 * Log lines are neither deleted with a person nor part of a data copy, so they must not contain personal
 * data. Collects every log line while a patient signs in, books, writes and is searched for, and while the
 * gateways fail.
 */
let t: TestApp;
const mail = await mailServer();
const gateway = await gatewayServer();
beforeAll(async () => {
  t = await createTestApp(
    { LOG_LEVEL: 'debug', SMTP_URL: mail.url, SMS_GATEWAY_URL: gateway.url, GATEWAY_SECRET: 'secret' },
    (app) => {
      app.post('/fails/:how', async ({ body, params }) => {
        const { name } = body as { name: string };
        if ((params as { how: string }).how === 'row') return t.deps.db.execute(sql`select ${name}::int`);
        return t.deps.db.execute(sql`select ${name} from nowhere`);
      });
    },
  );
});
afterAll(async () => {
  await t.close();
  await mail.close();
  await gateway.close();
});

const her = /zahraa|qandil|زهراء|1055512399|lemon.?tree|HKM-/i;

test('no log line contains personal data, whatever the patient does and whatever fails', async () => {
  const { location } = await makeClinic(t.deps.db, { rooms: 3 });
  const hers = await createSignedInUser(t, {
    role: 'patient',
    name: 'Zahraa Qandil',
    username: 'zahraa.qandil',
    email: 'zahraa@qandil.example',
    phone: '+201055512399',
    emailConfirmedAt: monday,
    phoneConfirmedAt: monday,
    channels: ['email', 'sms'],
  });
  const desk = (await createSignedInUser(t, { role: 'admin' })).cookie;
  const send = async (method: string, path: string, cookie?: string, body?: object) =>
    (await t.call(method, path, { ...(cookie && { cookie }), body })).statusCode;
  const book = {
    userId: hers.id,
    locationId: location.id,
    service: 'Gynecological Consultations',
    appointmentDate: '2027-06-10',
    appointmentTime: '15:00:00',
    notes: 'the lemon tree room',
  };
  const letter = { name: 'Zahraa', email: 'zahraa@qandil.example', message: 'About the lemon tree' };
  expect([
    await send('POST', '/api/appointments', hers.cookie, book),
    await send('POST', '/api/appointments', hers.cookie, book),
    await send('POST', '/api/contact-messages', undefined, letter),
    await send('POST', '/api/auth/login', undefined, { username: 'zahraa.qandil', password: 'lemon tree' }),
    await send('GET', `/api/users?q=${encodeURIComponent('زهراء')}&uncounted=1`, desk),
    await send('GET', '/api/users?q=01055512399', desk),
    await send('POST', '/api/appointments', hers.cookie, { ...book, appointmentDate: 'lemon tree' }),
    await send('POST', '/fails/row', undefined, { name: 'Zahraa Qandil' }),
    await send('POST', '/fails/statement', undefined, { name: 'Zahraa Qandil' }),
  ]).toEqual([201, 409, 201, 401, 200, 200, 400, 500, 500]);

  // The mail server and the gateway fail with errors that contain the patient's name.
  gateway.status = 503;
  for (const refuse of [
    { code: 451, text: '4.7.1 <zahraa@qandil.example>: come again, Zahraa' },
    { code: 550, text: '5.1.1 <zahraa@qandil.example>: no such mailbox' },
  ]) {
    mail.refuse = refuse;
    await t.deps.database.pool.query(`update messages set state = 'queued', run_at = 'epoch'`);
    const worker = t.worker();
    await worker.poke();
    await worker.stop();
  }
  const { rows } = await t.deps.database.pool.query(
    `select distinct channel, state, error from messages where channel in ('email', 'sms') order by 1, 2, 3`,
  );
  expect(rows.map(({ error }) => error).join()).toContain('refused by the mail server (550 5.1.1)');
  expect(JSON.stringify(rows)).not.toMatch(her);

  const log = t.logged().trimEnd().split('\n');
  expect(log.filter((line) => line.includes('incoming request')).length).toBeGreaterThan(8);
  expect(log.filter((line) => line.includes('451 4.7.1')).length).toBeGreaterThan(0);
  expect(log.filter((line) => line.includes('the gateway answered 503')).length).toBeGreaterThan(0);
  expect(log.filter((line) => line.includes('unforeseen error'))).toHaveLength(2);
  expect(log.filter((line) => her.test(line))).toEqual([]);
});
