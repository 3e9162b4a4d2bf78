import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#server/engine/db/connect.ts';
import { Refusal } from '#shared/errors.ts';
import { clientAddress, type Origin } from './client-address.ts';
import type { HttpDeps } from './deps.ts';

interface Allowance {
  readonly points: number;
  readonly seconds: number;
}

/**
 * How often something may be tried: by one network, by one network for one subject (an account, a phone
 * number), and for the subject from anywhere.
 */
export interface ThrottleRule {
  readonly name: string;
  readonly network?: Allowance;
  readonly subject?: Allowance;
  /**
   * Only if a used-up limit does not harm the subject: otherwise a stranger could lock out the account's
   * owner.
   */
  readonly overall?: Allowance;
  /** The subject is not secret and its limit is cheap: each process counts it in memory, like networks. */
  readonly inMemory?: boolean;
}

/** The network of an address: /24 of IPv4, /64 of IPv6, so that one household is one visitor. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv4 ? address.octets.slice(0, 3).join('.') : ipv6Prefix(address, 4);
}

/** The /48 of an IPv6 address: one subscriber may have all of it, with 65,536 networks. */
export function ipv6SiteOf(ip: string): string | null {
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv4 ? null : `${ipv6Prefix(address, 3)}/48`;
}

const ipv6Prefix = ({ parts }: ipaddr.IPv6, groups: number): string =>
  parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':');

/** A /48 may hold several households. */
const networksPerSite = 4;

type Limiter = RateLimiterPostgres | RateLimiterMemory;
const limiters = new WeakMap<Database['pool'], Map<string, Limiter>>();

/** Clears this process's counters: for tests, which empty the database. */
export function clearCounters({ pool }: Pick<Database, 'pool'>): void {
  limiters.delete(pool);
}

function limiterFor(pool: Database['pool'], name: string, make: (isFirst: boolean) => Limiter): Limiter {
  const known = limiters.get(pool) ?? new Map<string, Limiter>();
  limiters.set(pool, known);
  const limiter = known.get(name) ?? make(known.size === 0);
  known.set(name, limiter);
  return limiter;
}

/** Counts in this process only: a flood causes no database queries. */
const counterInMemory = (pool: Database['pool'], name: string, { points, seconds }: Allowance): Limiter =>
  limiterFor(pool, name, () => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }));

/**
 * Counts for all processes, also after a restart: for guesses at a secret and for messages that cost money.
 * Its statements are not prepared, so that they work behind a pooler.
 */
const counterInDatabase = (pool: Database['pool'], name: string, { points, seconds }: Allowance): Limiter =>
  limiterFor(
    pool,
    name,
    (isFirst) =>
      new RateLimiterPostgres({
        storeClient: {
          query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
        },
        storeType: 'pool',
        tableName: 'throttles',
        tableCreated: true,
        clearExpiredByTimeout: isFirst,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
  );

const rateLimited = (ms: number): Refusal =>
  new Refusal('rate_limited', { retryAfter: Math.ceil(ms / 1000) });

/** Does not count rejected tries: otherwise a refund by another caller would have no effect. */
async function consumePoint(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    await limiter.reward(key);
    throw rateLimited(error.msBeforeNext);
  }
}

/** Counts one call of an API key, whatever its network. */
export async function throttleKey(
  { config, database: { pool } }: Pick<HttpDeps, 'config' | 'database'>,
  { id, perMinute }: { id: number; perMinute: number },
): Promise<void> {
  if (config.RATE_LIMIT === 'off') return;
  const rate = counterInMemory(pool, `key-${perMinute}`, { points: perMinute, seconds: 60 });
  await consumePoint(rate, String(id));
}

const hashSubject = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

type TakenCounter = readonly [limiter: Limiter, key: string, given: 'all' | 'one'];

/** Counted tries. A success refunds them: all of its account's, one of those shared with others. */
export interface CountedTry {
  /** The rule that counted. */
  readonly rule: string;
  forgive(): Promise<void>;
  /** Refunds this one try of its subject. */
  giveBack(): Promise<void>;
}

/** Runs what was counted; refunds the try if it is rejected. */
export async function refundIfRejected<Done>(
  counted: CountedTry | null,
  doing: () => Promise<Done>,
): Promise<Done> {
  try {
    return await doing();
  } catch (error) {
    await counted?.giveBack();
    throw error;
  }
}

const createCountedTry = (
  rule: string,
  taken: readonly TakenCounter[],
  also?: CountedTry | null,
): CountedTry => ({
  rule,
  giveBack: async () => {
    for (const [limiter, key] of taken) await limiter.reward(key);
  },
  forgive: async () => {
    await also?.forgive();
    for (const [limiter, key, given] of taken)
      await (given === 'all' ? limiter.delete(key) : limiter.reward(key));
  },
});

/**
 * Counts one try of a network and of its /48, and rejects it above the limit. Runs before the body is read.
 */
export async function throttleNetwork(
  deps: Pick<HttpDeps, 'config' | 'database'>,
  request: Origin,
  { name, network: allowed }: ThrottleRule,
): Promise<CountedTry> {
  if (deps.config.RATE_LIMIT === 'off' || !allowed) return createCountedTry(name, []);
  const { pool } = deps.database;
  const ip = clientAddress(request);
  const site = ipv6SiteOf(ip);
  const taken: TakenCounter[] = [[counterInMemory(pool, `${name}-network`, allowed), networkOf(ip), 'one']];
  if (site) {
    const more = { ...allowed, points: allowed.points * networksPerSite };
    taken.push([counterInMemory(pool, `${name}-site`, more), site, 'one']);
  }
  for (const [limiter, key] of taken) await consumePoint(limiter, key);
  return createCountedTry(name, taken);
}

/**
 * Counts one try and rejects it above the limit, by network and by network plus subject, so that a stranger
 * elsewhere cannot use up the tries of an account's owner. Does not count a network again that `mount` has
 * counted. Not inside a transaction.
 */
export async function throttle(
  deps: Pick<HttpDeps, 'config' | 'database'>,
  request: Origin & { readonly counted?: CountedTry | null },
  rule: ThrottleRule,
  subject?: string,
): Promise<CountedTry> {
  const before = request.counted?.rule === rule.name ? request.counted : null;
  if (deps.config.RATE_LIMIT === 'off') return createCountedTry(rule.name, []);
  const counted = before ?? (await throttleNetwork(deps, request, rule));
  const taken = subject === undefined ? [] : subjectCounters(deps.database.pool, request, rule, subject);
  try {
    for (const [limiter, key] of taken) await consumePoint(limiter, key);
  } catch (error) {
    if (!before) await counted.giveBack();
    throw error;
  }
  return createCountedTry(rule.name, taken, counted);
}

function subjectCounters(
  pool: Database['pool'],
  request: Origin,
  { name, subject: bySubject, overall, inMemory }: ThrottleRule,
  subject: string,
): TakenCounter[] {
  const key = hashSubject(subject);
  const network = networkOf(clientAddress(request));
  const counterFor = inMemory ? counterInMemory : counterInDatabase;
  return [
    ...(bySubject ? [[counterFor(pool, name, bySubject), `${network}:${key}`, 'all'] as const] : []),
    ...(overall ? [[counterFor(pool, `${name}-overall`, overall), key, 'one'] as const] : []),
  ];
}
