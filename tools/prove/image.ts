import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../set-up/free-port.mjs';
import { isInstalled, root } from '../set-up/processes.mjs';
import { findNode } from '../test-run/node-versions.mjs';
import { startPostgres } from '../test-run/postgres.mjs';
import { wanted } from './packages.ts';

// Builds deploy/Containerfile with buildah and runs the result without a container engine: as its user, on a
// read-only root, with only /tmp writable. If the base images cannot be downloaded, substitutes get their
// names: Debian with the image's Node version, and the few libraries of the distroless image. Sizes then
// refer to the substitutes.
const maxMb = 250;
const withinMs = 3000;
const image = 'hakima-of-the-proof';
const home = mkdtempSync(join(tmpdir(), 'hakima-image-'));
const store = process.env.HAKIMA_IMAGE_STORE ?? join(home, 'store');
const buildah = ['--root', join(store, 'root'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs'];
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
const [buildBase = '', runBase = ''] = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);

function run(command: string, args: string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0)
    throw new Error(`${command} ${args.at(-1)}: ${stdout.slice(-1500)}${stderr.slice(-1500)}`);
  return stdout.trim();
}
const build = (...args: string[]) => run('buildah', [...buildah, ...args]);

const isThere = (name: string) =>
  spawnSync('buildah', [...buildah, 'inspect', '--type', 'image', name], { stdio: 'ignore' }).status === 0 ||
  spawnSync('buildah', [...buildah, 'pull', '-q', name], { stdio: 'ignore', timeout: 20_000, env }).status ===
    0;

/** Creates an image with this name from a folder. */
function imageOf(folder: string, name: string, ...settings: string[]): void {
  const container = build('from', 'scratch');
  build('add', '-q', container, folder, '/');
  build('config', ...settings, container);
  build('commit', '-q', container, name);
  build('rm', container);
}

async function makeBases(): Promise<void> {
  const nodeOfImage = await findNode();
  if (!nodeOfImage) throw new Error('the Node of the image cannot be installed');
  const debian = join(home, 'debian');
  run('mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates,libstdc++6,libatomic1',
    'bookworm',
    debian,
  ]);
  // Substitute for the distroless image: libraries, certificates and Node; no shell, no package manager.
  const lean = join(home, 'lean');
  const kept = [
    'etc/ssl/certs/ca-certificates.crt',
    'lib64',
    'usr/lib64',
    ...run('ldd', [nodeOfImage])
      .split('\n')
      .flatMap((line) => /(\/\S+)/.exec(line.split('=>').at(-1) ?? '')?.[1] ?? []),
    // Required by native packages.
    ...[
      'libgcc_s.so.1',
      'libstdc++.so.6',
      'libm.so.6',
      'libresolv.so.2',
      'librt.so.1',
      'libutil.so.1',
      'libnss_dns.so.2',
      'libnss_files.so.2',
    ].map((name) => `/lib/x86_64-linux-gnu/${name}`),
  ];
  for (const path of kept)
    cpSync(join(debian, path), join(lean, path), { recursive: true, dereference: true, force: true });
  mkdirSync(join(lean, 'nodejs/bin'), { recursive: true });
  cpSync(nodeOfImage, join(lean, 'nodejs/bin/node'));
  for (const folder of ['tmp', 'proc', 'dev', 'usr/local/bin', 'home/nonroot'])
    mkdirSync(join(lean, folder), { recursive: true });
  run('chmod', ['1777', join(lean, 'tmp')]);
  writeFileSync(join(lean, 'etc/passwd'), 'root:x:0:0::/root:/\nnonroot:x:65532:65532::/home/nonroot:/\n');
  imageOf(lean, runBase, '--user', '65532');
  cpSync(nodeOfImage, join(debian, 'usr/local/bin/node'));
  const npm = dirname(dirname(run('sh', ['-c', 'readlink -f "$(command -v npm)"'])));
  cpSync(npm, join(debian, 'usr/local/lib/node_modules/npm'), { recursive: true });
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(debian, 'usr/local/bin/npm')]);
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(debian, 'etc/ssl/certs/ca-certificates.crt'));
  imageOf(debian, buildBase, '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt');
}

/** Runs `hakima` in the folder of the image, with the image's settings. */
function hakima(folder: string, words: string, settings: Record<string, string> = {}) {
  const { OCIv1 } = JSON.parse(build('inspect', '--type', 'image', image));
  const { Env = [], User } = OCIv1.config;
  const script = `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder} &&
    mount -t tmpfs tmpfs ${folder}/tmp && mount -t proc proc ${folder}/proc && mount --rbind /dev ${folder}/dev &&
    exec /usr/sbin/chroot --userspec=${User}:${User} ${folder} /usr/local/bin/hakima ${words}`;
  const own = Object.fromEntries((Env as string[]).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const child = spawn('unshare', ['--mount', 'sh', '-c', script], {
    env: { PATH: process.env.PATH, ...own, ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function prove(): Promise<string[]> {
  const found: string[] = [];
  const isOurs = !(isThere(buildBase) && isThere(runBase));
  if (isOurs) await makeBases();
  const since = performance.now();
  build('bud', '-q', '--pull-never', '-f', 'deploy/Containerfile', '-t', image, '.');
  const minutes = ((performance.now() - since) / 60_000).toFixed(1);
  const container = build('from', '--pull-never', image);
  const folder = build('mount', container);
  const mb = Number(run('du', ['-sm', '--apparent-size', folder]).split('\t')[0]);
  console.log(`  built in ${minutes} min${isOurs ? ' on bases of our own' : ''}: ${mb} MB, at most ${maxMb}`);
  if (mb > maxMb) found.push(`${mb} MB, more than ${maxMb}`);

  const version = hakima(folder, 'version');
  await version.ended;
  if (!/^\d+\.\d+\.\d+\n$/.test(version.said())) found.push(`version: ${version.said()}`);
  const alone = hakima(folder, 'serve');
  if ((await alone.ended) !== 1 || alone.said().trim().split('\n').length !== 1)
    found.push(`without DATABASE_URL: ${alone.said().slice(-500)}`);

  const postgres = await startPostgres();
  const port = await freePort();
  const settings = { DATABASE_URL: postgres.url, PORT: String(port) };
  const server = hakima(folder, 'serve', settings);
  let isReady = false;
  for (let n = 0; n < 300 && !isReady && server.child.exitCode === null; n++) {
    await sleep(200);
    isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  if (!isReady) {
    server.child.kill('SIGKILL');
    await postgres.stop();
    return [...found, `it does not get ready: ${server.said().slice(-1000)}`];
  }
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  if (!/^Uid:\s+65532\s/m.test(status)) found.push(`it runs as ${/^Uid:.*/m.exec(status)?.[0]}`);
  const page = await fetch(`http://127.0.0.1:${port}/book`);
  if (!page.ok) found.push(`/book answers ${page.status}`);
  const health = hakima(folder, 'health', settings);
  if ((await health.ended) !== 0) found.push(`health: ${health.said()}`);
  const stopping = performance.now();
  server.child.kill('SIGTERM');
  const code = await server.ended;
  const ms = Math.round(performance.now() - stopping);
  console.log(
    `  runs as 65532 on a read-only root; health answers; SIGTERM ends it with ${code} after ${ms} ms`,
  );
  if (code !== 0 || ms > withinMs) found.push(`SIGTERM: ended with ${code} after ${ms} ms`);
  const late = hakima(folder, 'health', settings);
  if ((await late.ended) === 0) found.push('the health check passes without a server');
  await postgres.stop();
  return found;
}

const missing = ['buildah', 'mmdebstrap', 'unshare'].filter((name) => !isInstalled(name));
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(`  image not tried: ${missing.length > 0 ? wanted(missing) : 'only root builds it here'}`);
} else {
  const complaints = await prove().finally(() => {
    for (const name of spawnSync('buildah', [...buildah, 'containers', '-q'], {
      encoding: 'utf8',
    }).stdout.split('\n'))
      if (name) spawnSync('buildah', [...buildah, 'rm', name]);
    if (!process.env.HAKIMA_IMAGE_STORE) spawnSync('rm', ['-rf', home]);
  });
  rmSync(home, { recursive: true, force: true });
  for (const what of complaints) console.log(`    ${what}`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
