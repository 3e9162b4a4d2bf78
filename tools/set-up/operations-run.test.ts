import type { ChildProcess } from 'node:child_process';
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
import { startPostgres } from '../test-run/postgres.mjs';
import {
  blockOf,
  checkAlertRules,
  createRole,
  createTwoRoles,
  postReply,
  restoreLatest,
  runs,
} from './documented-commands.ts';
import { freePort } from './free-port.mjs';
import { endGroup, isInstalled, root, start } from './processes.mjs';

// Needs the built product: a long test.
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
  endGroup(child);
  await gone;
}

/** Starts a block in the folder and collects what it prints. */
function begin(block: string, env: Record<string, string>) {
  const child = start('sh', ['-e', '-c', block], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: '', GATEWAY_SECRET: secret, ...env },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => output.push(text));
  return { child, output };
}

/** Starts a server by a command of the README and waits until it is ready; returns what it printed. */
async function serve(command: string, env: Record<string, string>): Promise<string> {
  const { child, output } = begin(command, env);
  running.push(child);
  const isReady = async () =>
    child.exitCode === null &&
    (await fetch(`http://127.0.0.1:${env.PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ));
  await expect.poll(isReady, { timeout: 120_000, message: command }).toBe(true);
  return output.join('');
}

/** Runs a block in the folder and returns what it printed. It has no terminal: it reads passwords from `input`. */
async function run(block: string, env: Record<string, string> = {}, input = ''): Promise<string> {
  const { child, output } = begin(block, env);
  child.stdin.on('error', () => undefined).end(input);
  const [code] = await once(child, 'close');
  const said = output.join('');
  expect(code, `${block}\n${said}`).toBe(0);
  return said;
}

test('every command that can run here runs as written', async () => {
  const said = await serve('npm start', { PORT: String(port), DATA_DIR: join(folder, 'data') });
  expect(said).toMatch(/admin/);
  await serve('npm run demo', { PORT: String(await freePort()), DATA_DIR: join(folder, 'demo') });
  await end(running[1] as ChildProcess);

  const how: Readonly<Record<string, (block: string) => Promise<unknown>>> = {
    [postReply]: async (block) => expect(await throughProxy(block)).toContain(' 204'),
    [restoreLatest]: onNewMachine,
    [createRole]: onNewServer,
    [createTwoRoles]: onNewServer,
  };
  for (const line of runs) await (how[line] ?? run)(blockOf(line));
  expect(readFileSync(join(folder, 'key.txt'), 'utf8')).toContain('AGE-SECRET-KEY-');
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['practice', 'moved', 'clinic-moved.zip']));
  expect(await run('npm run one-time-password -- admin')).toContain('admin');
  expect(await run(`cd ${root} && git describe --tags --always`)).toMatch(/\w{7}/);
}, 600_000);

test.runIf(isInstalled('promtool'))('promtool accepts the rules for alerts, as it is written', async () => {
  await run(blockOf(checkAlertRules));
});

/** As on a new machine: the backup storage and the key are there, the data folder is empty. */
async function onNewMachine(block: string): Promise<void> {
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
