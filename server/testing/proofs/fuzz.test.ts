import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, seedDemo } from '#server/db/seed/demo-clinic.ts';
import { seedClinic } from '#server/db/seed/seed-clinic.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { hashPassword } from '#server/engine/secrets/passwords.ts';
import { keyFor, sessionOf, signedIn } from '#server/testing/signed-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { apiScopes, fhirScopes } from '#shared/domain/key-scopes.ts';
import { errors } from '#shared/errors.ts';
import { anyRequest, type Caller, type FuzzRequest } from './fuzz-requests.ts';

/** The same calls in every run of the suite; `npm run prove fuzz` makes more, and other ones. */
const { FUZZ_REQUESTS = '1500', FUZZ_SEED = '11', FUZZ_STALL_MS = '' } = process.env;
/** After so many calls the clinic is a new one: what was deleted is there again. */
const chapter = 2500;
/** A call takes 7 ms of processor; a machine that is shared by ten ends in time as well. */
const patience = 60_000 + Number(FUZZ_REQUESTS) * 100;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** What each shows: a cookie, and a program its key. */
type Shown = Readonly<Record<Caller, string>>;

/** The demonstration clinic, and somebody of each kind in it who is signed in. */
async function open(): Promise<() => Promise<Shown>> {
  await t.reset();
  const hash = await hashPassword(demoPassword);
  await inTransaction(t.deps.db, async (tx) => {
    await seedClinic(tx);
    await seedDemo(tx, hash, dayClock(t.deps.now()), t.deps.now());
  });
  const { rows } = await t.deps.database.pool.query<{ id: number }>(
    `select patient_id as id from appointments group by patient_id order by count(*) desc, 1 limit 1`,
  );
  const patient = rows[0]?.id ?? 0;
  const people = {
    guardian: (await signedIn(t, { role: 'patient' })).id,
    receptionist: (await signedIn(t, { role: 'receptionist' })).id,
    doctor: (await signedIn(t, { role: 'doctor' })).id,
    admin: (await signedIn(t, { role: 'admin' })).id,
    patient,
  };
  await t.deps.database.pool.query(
    `insert into guardians (patient_id, guardian_id, relation) values ($1, $2, 'mother')`,
    [patient, people.guardian],
  );
  return async () => {
    const cookie = async (id: number) => sessionOf(t, id).catch(() => '');
    return {
      nobody: '',
      patient: await cookie(people.patient),
      guardian: await cookie(people.guardian),
      receptionist: await cookie(people.receptionist),
      doctor: await cookie(people.doctor),
      admin: await cookie(people.admin),
      program: await keyFor(t, { scopes: [...apiScopes, ...fhirScopes] }),
    };
  };
}

/** What only the inside of the product says: statements, constraints, files, stacks. */
const inside =
  /\b(?:select .* from|insert into|delete from|update .* set) |syntax error|violates .* constraint|relation "|column "|node_modules|\bat .+\.(?:ts|js):\d+|\/(?:server|dist|shared)\/|ECONN|pglite|postgres/i;

interface Refused {
  code?: string;
  message?: string;
  fields?: object;
}

/** FHIR says the same in a form of its own. */
function refusalIn(body: Refused & { resourceType?: string; issue?: unknown }): Refused {
  if (body.resourceType !== 'OperationOutcome') return body;
  const [{ details }] = body.issue as [{ details: { coding: [{ code: string }]; text: string } }];
  return { code: details.coding[0].code, message: details.text };
}

/** What is wrong with an answer; nothing with most. */
function complaint(answer: { statusCode: number; body: string }): string | undefined {
  if (answer.statusCode >= 500) return `answered ${answer.statusCode}`;
  if (answer.statusCode < 400) return;
  try {
    const { code, message, fields = {}, ...more } = refusalIn(JSON.parse(answer.body));
    const sentences = [message, ...Object.values(fields), ...Object.values(more)];
    if (sentences.some((sentence) => inside.test(String(sentence)))) return 'tells of the inside';
    return Object.hasOwn(errors, code ?? '') && typeof message === 'string'
      ? undefined
      : 'is no error of ours';
  } catch {
    return 'is no JSON';
  }
}

async function ask({ caller, ...request }: FuzzRequest, shown: Shown) {
  const { method, url, headers, body } = request;
  const way = shown[caller];
  const sent = body === undefined ? {} : { body };
  if (caller !== 'program') return t.call(method, url, { ...sent, ...(way && { cookie: way }), headers });
  return t.call(method, url, { ...sent, headers: { authorization: `Bearer ${way}`, ...headers } });
}

/** After so many calls it is looked at whether one of them held the event loop. */
const batchSize = 20;
/**
 * The longest turn of the loop since this was asked last: as long as a timer had to wait, but no longer than
 * this process had a processor meanwhile. What a busy machine gave to others holds nobody up by our fault.
 */
let longest = 0;
function watchLoop(): void {
  let last = performance.now();
  let used = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(used);
    longest = Math.max(longest, Math.min(performance.now() - last, (user + system) / 1000));
    last = performance.now();
    used = process.cpuUsage();
  };
  setInterval(turn, 5).unref();
}
async function wasHeld(): Promise<boolean> {
  await sleep(10);
  const held = longest >= Number(FUZZ_STALL_MS);
  longest = 0;
  return held;
}

/** Those of a batch that hold the loop each time: others are the machine's, or the first use of something. */
async function stallsAmong(batch: readonly FuzzRequest[], shown: Shown): Promise<FuzzRequest[]> {
  if (!FUZZ_STALL_MS || !(await wasHeld())) return [];
  const stalls: FuzzRequest[] = [];
  for (const request of batch) {
    let times = 0;
    do await ask(request, shown);
    while ((await wasHeld()) && ++times < 3);
    if (times === 3) stalls.push(request);
  }
  return stalls;
}

test('no call of the contract, whoever makes it, ends in an error of ours', {
  timeout: patience,
}, async () => {
  if (FUZZ_STALL_MS) watchLoop();
  const wrong: string[] = [];
  let done = 0;
  for (let made = 0; made < Number(FUZZ_REQUESTS); made += chapter) {
    const signIn = await open();
    let shown = await signIn();
    const numRuns = Math.min(chapter, Number(FUZZ_REQUESTS) - made);
    const seed = Number(FUZZ_SEED) + made;
    const tell = (what: string, request: FuzzRequest, at: number) =>
      wrong.push(`${what} (seed ${seed}, call ${at}): ${JSON.stringify(request).slice(0, 1500)}`);
    const requests = fc.sample(anyRequest, { numRuns, seed });
    for (const [at, request] of requests.entries()) {
      if (at % 100 === 99) shown = await signIn();
      const answer = await ask(request, shown);
      if (answer.statusCode < 300) done += 1;
      const what = complaint(answer);
      if (what) tell(`${what}: ${answer.body.slice(0, 300)}`, request, at);
      if (at % batchSize === batchSize - 1)
        for (const stall of await stallsAmong(requests.slice(at + 1 - batchSize, at + 1), shown))
          tell('held the event loop', stall, requests.indexOf(stall));
      if (wrong.length > 20) return expect(wrong).toEqual([]);
    }
  }
  // Nearly everything refused would prove little: enough calls get through to what they are about.
  expect(done / Number(FUZZ_REQUESTS)).toBeGreaterThan(0.1);
  expect(wrong).toEqual([]);
});
