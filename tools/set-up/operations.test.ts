import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request as ask } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startPostgres } from '../test-run/postgres.mjs';
import { freePort } from './free-port.mjs';

// Needs the built product: a long test. Every block of the README and of docs/operations.md stands in one of these
// lists by its first line, and every command within a sentence stands in `inSentences`.
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const fenced = /^ *```(\w*)\n([\s\S]*?)^ *```/gm;
const blocksOf = (path: string): string[] =>
  [...read(path).matchAll(fenced)].map(([, , block = '']) => block.replace(/^ {2}/gm, ''));
const readme = blocksOf('README.md');
const operations = blocksOf('docs/operations.md');
const firstLine = (block: string) => block.split('\n', 1)[0] ?? '';

/** Blocks that run here, exactly as they are written, in this order. */
const runs = [
  'node dist/server/main.js backup-key > key.txt',
  'body=\'{"from":"+201001234567","text":"STOP"}\'; at=$(date +%s000)',
  'npm run backup -- clinic.backup',
  'promtool check rules deploy/monitoring/rules.yaml',
  'npm run restore -- latest --identity key.txt',
  'npm run backup -- earlier.backup',
  'createuser hakima --pwprompt',
  'createuser hakima_owner --pwprompt; createuser hakima --pwprompt',
  'npm run move-out -- clinic-moved.zip',
];
const servers = ['npm start', 'npm run demo'];
const docker =
  'needs Docker; compose.test.ts runs ./setup and compares compose.yaml with the schema of Compose, ' +
  '`npm run prove image` builds and runs the image';
const machine = 'changes the machine (users, /etc, systemd): only by hand on a machine of its own';
const settings = 'settings, not commands';
const notHere: Readonly<Record<string, string>> = {
  'git clone <your repository> hakima && cd hakima': docker,
  'docker compose exec app hakima backup && git fetch --tags && git checkout v1.1.0 && docker build -f ../Containerfile -t hakima:1.1.0 ../..':
    docker,
  "sed -i 's/^HAKIMA_IMAGE=.*/HAKIMA_IMAGE=hakima:1.0.0/' .env && docker compose up -d": docker,
  "docker compose stop app && sed -i 's/^HAKIMA_IMAGE=.*/HAKIMA_IMAGE=hakima:1.0.0/' .env": docker,
  'docker compose run --rm -T app restore latest --identity - <key.txt': docker,
  'useradd --system --home /opt/hakima --shell /usr/sbin/nologin hakima': machine,
  'set -a; . /etc/hakima.env; set +a': machine,
  'npm run backup -- /var/backups/hakima/before.backup && git fetch --tags && git checkout v1.1.0 && npm run build':
    machine,
  'BACKUP_TO=s3://bucket/folder': settings,
  'ETCD_NAME=a': settings,
  'PATRONI_NAME=one': settings,
  "log_format hakima '$remote_addr [$time_local] $request_method $status $body_bytes_sent $request_time';":
    'nginx is not installed here; nginx 1.22 of Debian 12 takes it (`nginx -t`)',
  'POST <url>': 'what a gateway receives; engine/delivery tests it',
};
/** Blocks that another test below reads. */
const checked = ['PUBLIC_URL=https://clinic.example', '[Unit]', 'clinic.example {'];

const prove = '`npm run test:all` runs it';
const inSentences: Readonly<Record<string, string>> = {
  'npm run one-time-password -- admin': 'runs',
  'git describe --tags --always': 'runs',
  'npm test': prove,
  'npm run test:all': 'runs this test',
  'npm run prove cluster': prove,
  'npm run prove failover': prove,
  'npm run prove browsers': prove,
  'git checkout': 'of what ran before: a name of the operator',
  'npm run build': 'the build that this test needs',
  'npm run backup -- FILE': 'FILE stands for a name',
  'npm run restore -- /var/backups/hakima/before.backup --replace': machine,
  'docker compose logs app': docker,
  'docker compose exec app hakima one-time-password admin': docker,
  'systemctl enable --now hakima': machine,
  'systemctl stop hakima': machine,
  'systemctl start hakima': machine,
  'systemctl disable --now postgresql': machine,
  'patronictl -c /etc/patroni/config.yml list': machine,
};

const folder = mkdtempSync(join(tmpdir(), 'hakima-operations-'));
const secret = 'of-the-gateway';
const running: ChildProcess[] = [];
let port = 0;

beforeAll(async () => {
  chmodSync(folder, 0o755); // for PostgreSQL's account, if the tests run as root
  for (const name of ['package.json', 'dist', 'node_modules', 'deploy', 'tools'])
    symlinkSync(join(root, name), join(folder, name));
  port = await freePort();
});
afterAll(async () => {
  await Promise.all(running.map(end));
  rmSync(folder, { recursive: true, force: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await gone;
}

/** Starts a server by a command of the README and waits until it is ready; returns what it printed. */
async function serve(command: string, env: Record<string, string>): Promise<string> {
  const child = spawn('sh', ['-e', '-c', command], {
    cwd: folder,
    detached: true,
    env: { ...process.env, DATABASE_URL: '', GATEWAY_SECRET: secret, ...env },
  });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const isReady = async () =>
    child.exitCode === null &&
    (await fetch(`http://127.0.0.1:${env.PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ));
  await expect.poll(isReady, { timeout: 120_000, message: `${command}\n${said}` }).toBe(true);
  return said;
}

/** Runs a block in the folder and returns what it printed. It has no terminal: it reads passwords from `input`. */
async function run(block: string, env: Record<string, string> = {}, input = ''): Promise<string> {
  const child = spawn('setsid', ['-w', 'sh', '-e', '-c', block], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: '', GATEWAY_SECRET: secret, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = await once(child, 'close');
  expect(code, `${block}\n${said}`).toBe(0);
  return said;
}

test('every block and every command of a sentence is run, or has a reason why not', () => {
  const known = [...runs, ...servers, ...checked, ...Object.keys(notHere)];
  expect([...readme, ...operations].map(firstLine).toSorted()).toEqual(known.toSorted());
  const sentences = read('docs/operations.md').replaceAll(fenced, '');
  const command = /`((?:npm|node|docker|git|systemctl|createuser|createdb|patronictl) [^`…]+)`/g;
  const named = new Set([...sentences.matchAll(command)].map(([, text]) => text));
  expect([...named].toSorted()).toEqual(Object.keys(inSentences).toSorted());
});

test('the settings of the first day are settings of the server', () => {
  const [text = ''] = operations.filter((block) => block.startsWith('PUBLIC_URL='));
  const given = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  expect(readConfig(given)).toMatchObject({
    secure: true,
    DATA_DIR: '/var/lib/hakima',
    ...{ TRUST_PROXY: ['127.0.0.1'] },
  });
});

const missing = (command: string) => Boolean(spawnSync(command, ['--version']).error);

test.skipIf(missing('systemd-analyze'))('systemd takes the unit of the first day', () => {
  const unit = join(folder, 'hakima.service');
  writeFileSync(unit, operations.find((block) => block.startsWith('[Unit]')) ?? '');
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('hakima.service'))).toEqual([]);
  expect(status).toBe(0);
});

test.skipIf(missing('caddy'))('caddy takes the site of the first day', () => {
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, operations.find((block) => block.startsWith('clinic.example {')) ?? '');
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  expect(status, stderr).toBe(0);
});

test('every command that can run here runs, as it is written', async () => {
  const said = await serve('npm start', { PORT: String(port), DATA_DIR: join(folder, 'data') });
  expect(said).toMatch(/admin/);
  await serve('npm run demo', { PORT: String(await freePort()), DATA_DIR: join(folder, 'demo') });
  await end(running[1] as ChildProcess);

  const how: Readonly<Record<string, (block: string) => Promise<unknown>>> = {
    [runs[1] ?? '']: async (block) => expect(await throughProxy(block)).toContain(' 204'),
    [runs[3] ?? '']: async (block) => missing('promtool') || run(block),
    [runs[4] ?? '']: restoreLatest,
    [runs[6] ?? '']: onNewServer,
    [runs[7] ?? '']: onNewServer,
  };
  for (const line of runs) {
    const block = operations.find((one) => firstLine(one) === line) ?? '';
    await (how[line] ?? run)(block);
  }
  expect(readFileSync(join(folder, 'key.txt'), 'utf8')).toContain('AGE-SECRET-KEY-');
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['practice', 'moved', 'clinic-moved.zip']));
  expect(await run('npm run one-time-password -- admin')).toContain('admin');
  expect(await run(`cd ${root} && git describe --tags --always`)).toMatch(/\w{7}/);
}, 600_000);

/** As on a new machine: the backup storage and the key are there, the data folder is empty. */
async function restoreLatest(block: string): Promise<void> {
  const [recipient = ''] = /age1\w+/.exec(readFileSync(join(folder, 'key.txt'), 'utf8')) ?? [];
  const place = join(folder, 'stored');
  mkdirSync(place);
  const env = { BACKUP_TO: place, BACKUP_RECIPIENTS: recipient };
  await run('npm run backup', env);
  await run(block, { ...env, DATA_DIR: join(folder, 'new-machine') });
}

/** A PostgreSQL server that the programs find by PGHOST and PGPORT, as the operator's superuser. */
async function onNewServer(block: string): Promise<void> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create role postgres superuser login');
  await client.end();
  const { port: pgPort } = new URL(server.url);
  const rename = new pg.Client({ connectionString: server.url.replace(/\/\/[^@]+@/, '//postgres@') });
  await rename.connect();
  await rename.query('alter role hakima rename to of_the_test');
  await rename.end();
  try {
    await run(block, { PGHOST: '127.0.0.1', PGPORT: pgPort, PGUSER: 'postgres' }, 'password\npassword\n');
  } finally {
    await server.stop();
  }
}

/** `https://clinic.example` is the server that `npm start` started, behind a proxy with TLS. */
async function throughProxy(block: string): Promise<string> {
  const pem = readFileSync(join(root, 'server/testing/certificates/right.pem'));
  const key = readFileSync(join(root, 'server/testing/certificates/key.pem'));
  const proxy = createServer({ cert: pem, key }, (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const passed = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const to = (proxy.address() as AddressInfo).port;
  writeFileSync(join(folder, '.curlrc'), `insecure\nconnect-to = "clinic.example:443:127.0.0.1:${to}"\n`);
  try {
    return await run(block, { CURL_HOME: folder });
  } finally {
    proxy.close();
  }
}
