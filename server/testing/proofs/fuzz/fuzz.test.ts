import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, seedDemo } from '#server/db/seed/demo-clinic.ts';
import { seedClinic } from '#server/db/seed/seed-clinic.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { hashPassword } from '#server/engine/secrets/passwords.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { fhirRoot } from '#shared/contract/connections/fhir.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { errors } from '#shared/errors.ts';
import { type Credentials, ownersName, signInCallers } from './callers.ts';
import { internalTermsInSentences, internalTermsPattern } from './inside.ts';
import { LoopWatch } from './loop.ts';
import { type FuzzRequest, type Pair, pairs, shufflePairs, weightedPairs } from './requests.ts';

/** Every run of the suite makes the same calls; `npm run prove fuzz` makes more and other ones. */
const { FUZZ_REQUESTS = '1500', FUZZ_SEED = '11', FUZZ_STALL_MS = '' } = process.env;
const count = Number(FUZZ_REQUESTS);
/** A call takes 7 ms of processor time; the limit allows for a machine shared by ten processes. */
const patience = 60_000 + count * 100;
/** After this number of calls the test checks whether one of them blocked the event loop. */
const batchSize = 20;

let t: TestApp;
let inside: RegExp;
beforeAll(async () => {
  t = await createTestApp({ OWNER_USERNAME: ownersName });
  inside = await internalTermsPattern(t);
});
afterAll(() => t.close());

/** Loads the demonstration clinic again, because calls may have deleted rows. */
async function open(): Promise<void> {
  await t.reset();
  const hash = await hashPassword(demoPassword);
  await inTransaction(t.deps.db, async (tx) => {
    await seedClinic(tx);
    await seedDemo(tx, hash, dayClock(t.deps.now()), t.deps.now());
  });
}

type Answer = Awaited<ReturnType<TestApp['call']>>;
interface Refused {
  code?: string;
  message?: string;
  fields?: object;
}

/** FHIR has its own format of errors. */
function refusalIn(body: Refused & { resourceType?: string; issue?: unknown }): Refused {
  if (body.resourceType !== 'OperationOutcome') return body;
  const [{ details }] = body.issue as [{ details: { coding: [{ code: string }]; text: string } }];
  return { code: details.coding[0].code, message: details.text };
}

/** What is wrong with an answer; undefined for most answers. */
function complaint(answer: Answer): string | undefined {
  if (answer.statusCode >= 500) return `answered ${answer.statusCode}`;
  const told = inside.exec(`${JSON.stringify(answer.headers)}\n${answer.body}`);
  if (told) return `tells of the inside, ${told[0].slice(0, 200)}`;
  if (answer.statusCode < 400) return;
  try {
    const { code, message, fields = {}, ...more } = refusalIn(JSON.parse(answer.body));
    const sentences = [message, ...Object.values(fields), ...Object.values(more)];
    if (sentences.some((sentence) => internalTermsInSentences.test(String(sentence))))
      return 'tells of the inside';
    return Object.hasOwn(errors, code ?? '') && typeof message === 'string'
      ? undefined
      : 'is no error of ours';
  } catch {
    return 'is no JSON';
  }
}

async function ask({ caller, ...request }: FuzzRequest, shown: Credentials): Promise<Answer> {
  const { method, url, headers, body } = request;
  const way = shown[caller];
  const sent = body === undefined ? {} : { body };
  if (caller !== 'program') return t.call(method, url, { ...sent, ...(way && { cookie: way }), headers });
  return t.call(method, url, { ...sent, headers: { authorization: `Bearer ${way}`, ...headers } });
}

/**
 * Rejected before the caller was identified: an earlier call signed the caller out, or the cookie is invalid.
 */
const unknown = ['not_signed_in', 'key_refused', 'new_secret_required', 'second_step_setup_required'];
function knewWhoCalls({ caller, url }: FuzzRequest, { statusCode, body }: Answer): boolean {
  if (caller === 'nobody' || (statusCode !== 401 && statusCode !== 403)) return true;
  // FHIR ignores cookies and answers every person with 401.
  if (caller !== 'program' && url.startsWith(fhirRoot)) return true;
  return !unknown.includes(refusalIn(JSON.parse(body)).code ?? '');
}

const watch = FUZZ_STALL_MS ? new LoopWatch(Number(FUZZ_STALL_MS)) : undefined;
const wrong: string[] = [];
/** Number of calls of each pair whose caller was identified. */
const known = new Map(pairs.map(({ name }) => [name, 0]));
let made = 0;
let done = 0;

/** Makes these calls, up to the remaining number. */
async function callAll(these: readonly Pair[]): Promise<void> {
  const seed = Number(FUZZ_SEED) + made;
  const calls = fc.sample(shufflePairs(these, count - made), { numRuns: 1, seed, unbiased: true })[0] ?? [];
  let shown = await signInCallers(t);
  for (const [at, { name, request }] of calls.entries()) {
    const tell = (what: string, of: FuzzRequest) =>
      wrong.push(`${what} (seed ${seed}, call ${at}): ${JSON.stringify(of).slice(0, 1500)}`);
    if (at % 100 === 99) shown = await signInCallers(t);
    const call = () => ask(request, shown);
    const answer = watch ? await watch.over(name, call) : await call();
    made += 1;
    if (answer.statusCode < 300) done += 1;
    if (knewWhoCalls(request, answer)) known.set(name, (known.get(name) ?? 0) + 1);
    else shown = await signInCallers(t);
    const what = complaint(answer);
    if (what) tell(`${what}: ${answer.body.slice(0, 300)}`, request);
    if (watch && at % batchSize === batchSize - 1) {
      const batch = calls.slice(at + 1 - batchSize, at + 1).map((one) => one.request);
      for (const stall of await watch.stallsAmong(batch, (one) => ask(one, shown)))
        tell('held the event loop', stall);
    }
    if (wrong.length > 20) return;
  }
}

test('no call of the contract by any caller ends in a server error', {
  timeout: patience,
}, async () => {
  while (made < count && wrong.length <= 20) {
    await open();
    await callAll(weightedPairs);
    // Repeats calls whose caller was not identified, because of a sign-out or an invalid cookie.
    if (made < count) await callAll(pairs.filter(({ name }) => !known.get(name)));
  }
  const least = Math.min(...known.values());
  const figures = [
    `${made} calls, ${done} done; ${pairs.length} pairs of a place and a caller, each made ${least} times or more`,
    ...(watch?.figures() ?? []),
  ];
  if (watch) process.stdout.write(`${figures.join('\n')}\n`);
  expect(wrong).toEqual([]);
  // Enough calls must pass the access check, because rejections alone would prove little.
  expect(done / made).toBeGreaterThan(0.1);
  if (count < 2 * weightedPairs.length) return;
  expect(pairs.filter(({ name }) => !known.get(name)).map(({ name }) => name)).toEqual([]);
});
