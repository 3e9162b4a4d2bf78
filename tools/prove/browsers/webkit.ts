import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../set-up/free-port.mjs';
import { type Engine, findScript } from './engine.ts';

/** Key of element references in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** The browser with which Debian's WebKitGTK is tested. */
export const miniBrowser = ['4.1', '4.0']
  .map(
    (edition) =>
      `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${edition}/MiniBrowser`,
  )
  .find((path) => existsSync(path));

/** Debian's WebKitGTK, driven with W3C WebDriver on a virtual screen. */
export async function webKit(binary: string): Promise<Engine> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  });
  let session = '';
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit: ${method} ${path}: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  };
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; tries < 100 && !(await isUp()); tries++) await sleep(100);
  const options = { binary, args: ['--automation'] };
  const made = (await call('POST', '', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  session = `/${made.sessionId}`;
  const run = (script: string, args: unknown[]) => call('POST', '/execute/sync', { script, args });
  const find = async (target: object) =>
    ((await run(findScript, [target])) as Record<string, string> | null)?.[elementKey];
  return {
    name: `WebKitGTK (${made.capabilities.browserVersion})`,
    open: async (url) => void (await call('POST', '/url', { url })),
    run: async <T>(body: string, ...args: unknown[]) => (await run(body, args)) as T,
    click: async (target) => {
      const id = await find(target);
      if (id) await call('POST', `/element/${id}/click`, {});
      return id !== undefined;
    },
    type: async (target, text) => {
      const id = await find(target);
      if (!id) return false;
      await call('POST', `/element/${id}/clear`, {});
      await call('POST', `/element/${id}/value`, { text });
      return true;
    },
    close: async () => {
      await call('DELETE', '').catch(() => undefined);
      // The whole process group: xvfb-run, the screen and the driver.
      if (driver.pid) process.kill(-driver.pid, 'SIGTERM');
    },
  };
}
