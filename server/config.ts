import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import type { Lang } from '#shared/domain/languages.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';

const flag = z._default(z.stringbool({ error: 'must be 1 or 0' }), false);
const url = z.optional(
  z.url({ protocol: /^https?$/, error: 'must be an address such as https://clinic.example' }),
);
const portError = 'must be a number from 0 to 65535';
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const onOrOff = z._default(z.enum(['on', 'off'], 'must be on or off'), 'on');
const text = z.optional(z.string());

const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** An address, a network (`10.0.0.0/8`) or a named range of addresses. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = ''] = text.split('/');
  return isAddress(address) && (address === text || ipaddr.isValidCIDR(text));
}

/** Number of trusted proxies, or their addresses. `true` is one: trusting all would trust the caller. */
const trustedProxies = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => {
      if (text === 'true' || /^[1-9]\d?$/.test(text)) return text === 'true' ? 1 : Number(text);
      return text.split(',').map((part) => part.trim());
    }),
  ),
  z
    .union([z.number(), z.array(z.string())])
    .check(
      z.refine(
        (proxies) => typeof proxies === 'number' || proxies.every(isNetwork),
        'must be addresses, networks or a number of proxies',
      ),
    ),
);

const isPostgresUrl = (text: string): boolean =>
  URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
const postgresUrl = z.optional(
  z.string().check(z.refine(isPostgresUrl, 'must read postgres://user:password@host:port/database')),
);

function isScannerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, port, pathname } = new URL(text);
  return protocol === 'unix:' ? host === '' && pathname.startsWith('/') : protocol === 'tcp:' && port !== '';
}

const isBackupPlace = (text: string): boolean => /^(\/|s3:\/\/[^/]+)/.test(text);

/** Every variable that the server reads, with its default. An empty variable counts as unset. */
const environment = z.object({
  /** Port to listen on. */
  PORT: z._default(z.coerce.number(portError).check(z.gte(0, portError), z.lte(65535, portError)), 3000),
  /** Address to listen on. */
  HOST: z._default(z.string(), '127.0.0.1'),
  /** Folder of the PostgreSQL that the server starts; `./data`, or `./data/demo` with DEMO. */
  DATA_DIR: text,
  /**
   * File, best beside the backups, that lists the ids of deleted people: needed after a restore (`delete-
   * again`).
   */
  DELETIONS_FILE: text,
  /** Target of nightly backups: a folder (`/mnt/backups`) or a bucket (`s3://bucket/folder`). */
  BACKUP_TO: z.optional(
    z.string().check(z.refine(isBackupPlace, 'must be a folder (/…) or s3://bucket/folder')),
  ),
  /** Public keys of age, comma separated: each private key opens the backups. */
  BACKUP_RECIPIENTS: z.optional(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',').map((key) => key.trim())),
    ),
  ),
  /** Access key of `s3://`, by the usual names. */
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_REGION: z._default(z.string(), 'us-east-1'),
  /** Address of an S3 storage other than Amazon's. */
  AWS_ENDPOINT_URL: url,
  /** Folder of PostgreSQL's programs for DATA_DIR; an installed one, or the npm package's, unless set. */
  POSTGRES_BIN: text,
  /** A PostgreSQL server; without it the server starts its own in DATA_DIR. */
  DATABASE_URL: postgresUrl,
  /**
   * The same database with the role that owns its schema: the role of `DATABASE_URL` then only reads and
   * writes rows. Unset: one role for both.
   */
  MIGRATION_DATABASE_URL: postgresUrl,
  /** `off` behind a pooler without sessions: polls for changes once a second, and prepares no statements. */
  DATABASE_NOTICES: onOrOff,
  /** The public address; `https` turns on secure cookies and HSTS. Default: `http://HOST:PORT`. */
  PUBLIC_URL: url,
  /**
   * Reverse proxies whose X-Forwarded-For is trusted: addresses and networks, comma separated, or their
   * number. Default: none.
   */
  TRUST_PROXY: z.optional(trustedProxies),
  /** Username of the owner's account, which is hidden from everybody else. */
  OWNER_USERNAME: text,
  /** `smtp://user:password@host:port`; without it e-mails stay in the outbox. */
  SMTP_URL: z.optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must read smtp://user:password@host:port, or smtps://',
    }),
  ),
  /** Sender address of e-mails; the settings have the sender's name. */
  MAIL_FROM: z._default(z.string(), 'no-reply@clinic.example'),
  /** Gateway that takes `{to, text}` as JSON and sends an SMS; without it SMS stay in the outbox. */
  SMS_GATEWAY_URL: url,
  /** The same for WhatsApp. */
  WHATSAPP_GATEWAY_URL: url,
  /** Signs requests to and from the gateways (HMAC-SHA256). */
  GATEWAY_SECRET: text,
  /** Google sign-in (OpenID Connect). */
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: z._default(z.url(), 'https://accounts.google.com'),
  /** Facebook sign-in (OAuth 2). */
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  FACEBOOK_ISSUER: z._default(z.url(), 'https://www.facebook.com'),
  /** ClamAV's daemon, `tcp://host:port` or `unix:/path`: scans each upload. */
  CLAMD_URL: z.optional(
    z.string().check(z.refine(isScannerUrl, 'must read tcp://host:port or unix:/path/of/clamd.sock')),
  ),
  /** Allows webhooks to this machine, its network and without TLS: for development; loopback only. */
  WEBHOOKS_ANYWHERE: flag,
  /** Bearer token of `/metrics`; without it there is no `/metrics`. */
  METRICS_TOKEN: text,
  /** Fills an empty database with the demonstration; loopback only. */
  DEMO: flag,
  /** `off` disables rate limits; loopback only. */
  RATE_LIMIT: onOrOff,
  /** Shows the API documentation (`/api/docs`) to anyone; otherwise to admins, and on loopback. */
  API_DOCS: flag,
  /** Level of the server's log. */
  LOG_LEVEL: z._default(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
});

/** Whether a host names only this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || (isAddress(bare) && ipaddr.parse(bare).range() === 'loopback');
}

export interface Config extends Omit<z.output<typeof environment>, 'PUBLIC_URL' | 'DATA_DIR'> {
  readonly PUBLIC_URL: string;
  readonly DATA_DIR: string;
  /** Served over TLS: `__Host-` cookies, HSTS. */
  readonly secure: boolean;
  /** Both the listening and the public address are loopback. */
  readonly local: boolean;
}

/** Rejects at the start a backup configuration with which backups could not be opened or sent. */
function rejectIncompleteBackup(read: z.output<typeof environment>): void {
  if (read.BACKUP_TO === undefined) return;
  if (!read.BACKUP_RECIPIENTS)
    throw new Error(
      'BACKUP_RECIPIENTS is missing: backups are encrypted. The command backup-key makes a key',
    );
  if (!read.BACKUP_TO.startsWith('s3://')) return;
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
    if (!read[name]) throw new Error(`${name} is missing: BACKUP_TO is an S3 address`);
}

/** Reads the environment, or throws with one line per invalid variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const read = parsed.data;
  const publicUrl = (read.PUBLIC_URL ?? `http://${read.HOST}:${read.PORT}`).replace(/\/+$/, '');
  const { hostname, protocol } = new URL(publicUrl);
  const local = isLoopback(read.HOST) && isLoopback(hostname);
  if (read.MIGRATION_DATABASE_URL && !read.DATABASE_URL)
    throw new Error('MIGRATION_DATABASE_URL is for a PostgreSQL server: set DATABASE_URL too');
  if (!local && read.DEMO)
    throw new Error('DEMO=1 is refused unless HOST and PUBLIC_URL are loopback addresses');
  if (!local && read.WEBHOOKS_ANYWHERE)
    throw new Error('WEBHOOKS_ANYWHERE=1 is refused unless HOST and PUBLIC_URL are loopback addresses');
  if (!local && read.RATE_LIMIT === 'off')
    throw new Error('RATE_LIMIT=off is refused unless HOST and PUBLIC_URL are loopback addresses');
  rejectIncompleteBackup(read);
  return {
    ...read,
    PUBLIC_URL: publicUrl,
    DATA_DIR: read.DATA_DIR ?? (read.DEMO ? './data/demo' : './data'),
    secure: protocol === 'https:',
    local,
  };
}

/** The operator's language: Arabic if the terminal says so, otherwise English. */
export function langOfConsole(): Lang {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return /^ar\b|^ar_/.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'ar' : 'en';
}

export const configFromProcess = (): Config => readConfig(process.env);

/** Whether this is the username of the clinic's owner. */
export function isOwner(
  { OWNER_USERNAME: owner }: Pick<Config, 'OWNER_USERNAME'>,
  username: string | null,
): boolean {
  return owner !== undefined && username !== null && canonicalHandle(owner) === canonicalHandle(username);
}

/** The owner's username, if a user with this username must not see the owner. */
export const findHiddenUsername = (
  config: Pick<Config, 'OWNER_USERNAME'>,
  username: string | null,
): string | undefined => (isOwner(config, username) ? undefined : config.OWNER_USERNAME);
