import { configFromProcess } from './config.ts';
import { Front } from './engine/front/front-server.ts';
import { answerHeaders } from './engine/http/security-headers.ts';

/** Hears callers from now on, unless the process before us still does: then once it has ended. */
async function hearEarly(front: Front, host: string, port: number): Promise<boolean> {
  try {
    await front.listen(host, port);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

/**
 * Callers are heard before most of the program is loaded: after a restart they wait for a moment instead of
 * being refused. Says where the clinic is open.
 */
export async function start(): Promise<string> {
  const config = configFromProcess();
  const front = new Front(answerHeaders(config));
  const hears = await hearEarly(front, config.HOST, config.PORT);
  const { serve } = await import('./serve.ts');
  const greeting = await serve(config, front, hears);
  console.log(`Hakima is open at ${config.PUBLIC_URL}`);
  if (greeting) console.log(greeting);
  return config.PUBLIC_URL;
}
