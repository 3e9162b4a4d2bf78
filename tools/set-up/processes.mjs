// Starts other programs. Node built-ins only: this runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Settings of Node and glibc's malloc that keep the server's resident memory small. */
export const leanMemory = {
  args: ['--max-semi-space-size=2'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '65536' },
};

/** Promised maximum memory in megabytes after any load; above it, the alarm in `operations.md` is raised. */
export const promisedMb = { server: 160, withPostgres: 250 };

/** Running children, so that none outlives this process. */
const running = new Set();
let stopped = false;
let guardian;

const ownGroup = { detached: process.platform !== 'win32' };

/**
 * Starts a program in its own process group. The whole group ends with `endGroup`, or soon after this process
 * has ended for any reason. On Windows only the program itself is ended.
 */
export function start(command, args, options) {
  const child = spawn(command, args, { ...options, ...ownGroup });
  if (!ownGroup.detached || !child.pid) return child;
  if (!guardian) {
    guardian = spawn(process.execPath, [join(root, 'tools/set-up/guardian.mjs')], {
      ...ownGroup,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guardian.stdin.on('error', () => undefined);
    guardian.stdin.unref();
    guardian.unref();
  }
  guardian.stdin.write(`+${child.pid}\n`);
  child.once('close', () => guardian.stdin.write(`-${child.pid}\n`));
  return child;
}

export function endGroup(child, signal = 'SIGTERM') {
  try {
    if (ownGroup.detached && child.pid) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The process has ended already.
  }
}

/**
 * Runs a program to its end. Never resolves once this process is stopping. `output`: 'show' prints it, 'keep'
 * returns it, 'errors' prints only errors. An empty value in `env` unsets the variable.
 */
export function run(command, args, { env = {}, output = 'show', ...options } = {}) {
  if (stopped) return new Promise(() => undefined);
  const stdio = {
    show: 'inherit',
    errors: ['ignore', 'ignore', 'inherit'],
    keep: ['ignore', 'pipe', 'pipe'],
  }[output];
  const child = start(command, args, { cwd: root, stdio, env: withEnv(env), ...options });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  return new Promise((done) => {
    const finish = (code) => {
      running.delete(child);
      if (!stopped) done({ ok: code === 0, code, text });
    };
    child.on('error', (error) => {
      text += error.message;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/** Runs a JavaScript file with this version of Node. */
export const node = (args, options) => run(process.execPath, args, options);

/** Runs the npm that started this process, or the one in PATH. */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  const quiet = [...args, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // With NODE_ENV=production npm would omit packages that the build and the tests need.
  const env = { NODE_ENV: '', ...options.env };
  if (cli?.endsWith('.js')) return node([cli, ...quiet], { ...options, env });
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', quiet, {
    ...options,
    env,
    shell: process.platform === 'win32',
  });
}

export const isInstalled = (command) => !spawnSync(command, ['--version'], { stdio: 'ignore' }).error;

export function withEnv(changes) {
  const env = { ...process.env, ...changes };
  for (const name of Object.keys(changes)) if (changes[name] === '') delete env[name];
  return env;
}

/**
 * Calls `stop` once when this process should end: by a signal, or because its parent ended (on SIGTERM, `npm`
 * ends only its shell). If a shell is in between, `parent` is the id of the process for which it runs.
 */
export function onEnd(stop, parent) {
  let stopping = false;
  const once = (signal) => {
    if (stopping) return;
    stopping = true;
    stop(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => once(signal));
  const shell = process.ppid;
  const isLeft = () => process.ppid !== shell || (parent !== undefined && !isAlive(parent));
  setInterval(() => isLeft() && once('SIGTERM'), 500).unref();
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * On a stop signal: ends all children, starts no more, and exits when they have ended, after `graceMs` at
 * most.
 */
export function endWithChildren(graceMs = 5000) {
  onEnd(async () => {
    stopped = true;
    setTimeout(() => process.exit(130), graceMs);
    const ended = [...running].map((child) => new Promise((done) => child.once('close', done)));
    for (const child of running) endGroup(child);
    await Promise.all(ended);
    process.exit(130);
  });
}
