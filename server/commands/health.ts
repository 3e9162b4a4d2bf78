import { configFromProcess } from '#server/config.ts';

const timeoutMs = 4000;

/** `health`: fails unless the server of this machine answers that it is ready. For the image's health check. */
export async function checkHealth(): Promise<string> {
  const { PORT } = configFromProcess();
  const response = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`not ready: ${response.status}`);
  return 'ready';
}
