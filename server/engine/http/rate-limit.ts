import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '#server/deps.ts';
import type { Database } from '#server/engine/db/connect.ts';
import { Refusal } from '#shared/errors.ts';
import { clientAddress, type Origin } from './client-address.ts';

interface Allowance {
  readonly points: number;
  readonly seconds: number;
}

/**
 * How often something may be tried: by one network, by one network about one subject (an account, a phone),
 * and about it from anywhere.
 */
export interface ThrottleRule {
  readonly name: string;
  readonly network?: Allowance;
  readonly subject?: Allowance;
  /**
   * Only for what costs the subject nothing when a stranger uses it up: else a stranger could lock out an
   * owner.
   */
  readonly overall?: Allowance;
}

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The network an address belongs to: /24 of IPv4, /64 of IPv6, so that one household is one visitor. */
export function networkOf(ip: string): string {
  const v4 = mappedIpv4.exec(ip)?.[1] ?? ip;
  return isIPv6(v4) ? prefixOf(v4, 4) : v4.split('.').slice(0, 3).join('.');
}

/** The /48 of an IPv6 address: what one subscriber may be given whole, with 65,536 networks to try from. */
export function siteOf(ip: string): string | null {
  return isIPv6(ip) && !mappedIpv4.test(ip) ? `${prefixOf(ip, 3)}/48` : null;
}

/** A site holds several households. */
const networksPerSite = 4;

function prefixOf(ip: string, groups: number): string {
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...middle, ...back]
    .slice(0, groups)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}

const limiters = new WeakMap<Database['pool'], Map<string, RateLimiterPostgres>>();

/** One limiter a rule and database. Its statements go unnamed, so that they pass through a pooler. */
function limiterFor(
  pool: Database['pool'],
  name: string,
  { points, seconds }: Allowance,
): RateLimiterPostgres {
  const known = limiters.get(pool) ?? new Map<string, RateLimiterPostgres>();
  limiters.set(pool, known);
  const kept = known.get(name);
  if (kept) return kept;
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
    },
    storeType: 'pool',
    tableName: 'throttles',
    tableCreated: true,
    clearExpiredByTimeout: known.size === 0,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  known.set(name, limiter);
  return limiter;
}

async function take(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes)
      throw new Refusal('rate_limited', { retryAfter: Math.ceil(error.msBeforeNext / 1000) });
    throw error;
  }
}

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const nothingTaken = { forgive: async (): Promise<void> => undefined };

/**
 * Counts one try and refuses the one too many, by the network of the connection and by that network and the
 * subject together: a stranger elsewhere never uses up the tries of an account's owner. `forgive` gives the
 * try back after a success. Not inside a transaction.
 */
export async function throttle(
  deps: Pick<Deps, 'config' | 'database'>,
  request: Origin,
  rule: ThrottleRule,
  subject?: string,
): Promise<{ forgive(): Promise<void> }> {
  if (deps.config.RATE_LIMIT === 'off') return nothingTaken;
  const taken: [RateLimiterPostgres, string, 'all' | 'one'][] = [];
  for (const [limiter, key, given] of countersOf(deps.database.pool, clientAddress(request), rule, subject)) {
    await take(limiter, key);
    taken.push([limiter, key, given]);
  }
  return {
    forgive: async () => {
      for (const [limiter, key, given] of taken)
        await (given === 'all' ? limiter.delete(key) : limiter.reward(key));
    },
  };
}

/** What a try is counted by, and what a success gives back of it: all tries, or this one. */
function countersOf(pool: Database['pool'], ip: string, rule: ThrottleRule, subject: string | undefined) {
  const counters: [RateLimiterPostgres, string, 'all' | 'one'][] = [];
  const network = networkOf(ip);
  const site = siteOf(ip);
  if (subject !== undefined) {
    const key = short(subject);
    if (rule.subject) counters.push([limiterFor(pool, rule.name, rule.subject), `${network}:${key}`, 'all']);
    if (rule.overall) counters.push([limiterFor(pool, `${rule.name}-overall`, rule.overall), key, 'one']);
  }
  if (rule.network) {
    counters.push([limiterFor(pool, `${rule.name}-network`, rule.network), network, 'one']);
    const { points, seconds } = rule.network;
    if (site)
      counters.push([
        limiterFor(pool, `${rule.name}-site`, { points: points * networksPerSite, seconds }),
        site,
        'one',
      ]);
  }
  return counters;
}
