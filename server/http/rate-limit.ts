import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#shared/errors.ts';

interface Allowance {
  readonly points: number;
  readonly seconds: number;
}

/** How often something may be tried: by one network, and by one network about one subject (an account, a phone). */
export interface ThrottleRule {
  readonly name: string;
  readonly network?: Allowance;
  readonly subject?: Allowance;
}

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The network an address belongs to: /24 of IPv4, /64 of IPv6, so that one household is one visitor. */
export function networkOf(ip: string): string {
  const v4 = mappedIpv4.exec(ip)?.[1] ?? ip;
  if (!isIPv6(v4)) return v4.split('.').slice(0, 3).join('.');
  const [head = '', tail] = v4.replace(/%.*$/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...middle, ...back]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}

const limiters = new WeakMap<Database['pool'], Map<string, RateLimiterPostgres>>();

/** One limiter a rule and database. Its statements go unnamed, so that they pass through a pooler. */
function limiterFor(pool: Database['pool'], name: string, { points, seconds }: Allowance): RateLimiterPostgres {
  const known = limiters.get(pool) ?? new Map<string, RateLimiterPostgres>();
  limiters.set(pool, known);
  const kept = known.get(name);
  if (kept) return kept;
  const limiter = new RateLimiterPostgres({
    storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values) },
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
    if (error instanceof RateLimiterRes) throw new Refusal('rate_limited', { retryAfter: Math.ceil(error.msBeforeNext / 1000) });
    throw error;
  }
}

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const nothingTaken = { forgive: async (): Promise<void> => undefined };

/**
 * Counts one try and refuses the one too many, by the network of the connection and by that network and the subject together:
 * a stranger elsewhere never uses up the tries of an account's owner. `forgive` gives the try back after a success.
 * Not inside a transaction.
 */
export async function throttle(
  deps: Pick<Deps, 'config' | 'database'>,
  request: Pick<FastifyRequest, 'ip'>,
  rule: ThrottleRule,
  subject?: string,
): Promise<{ forgive(): Promise<void> }> {
  if (deps.config.RATE_LIMIT === 'off') return nothingTaken;
  const { pool } = deps.database;
  const network = networkOf(request.ip);
  const byNetwork = rule.network && limiterFor(pool, `${rule.name}-network`, rule.network);
  const bySubject = rule.subject && subject !== undefined ? limiterFor(pool, rule.name, rule.subject) : undefined;
  const key = `${network}:${short(subject ?? '')}`;
  if (bySubject) await take(bySubject, key);
  if (byNetwork) await take(byNetwork, network);
  return {
    forgive: async () => {
      await bySubject?.delete(key);
      await byNetwork?.reward(network);
    },
  };
}
