import { configFromProcess } from '#server/config.ts';

const timeoutMs = 4000;

/** `health`: fails unless the server of this machine answers that it is ready. For the image's health check. */
export async function checkHealth(): Promise<string> {
  const { PORT } = configFromProcess();
  const address = `http://127.0.0.1:${PORT}/readyz`;
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  if (!response) throw new Error(`The server does not answer at ${address}.`);
  if (!response.ok) throw new Error(`not ready: ${response.status}`);
  return 'ready';
}
