import { configFromProcess } from './config.ts';
import { serve } from './serve.ts';

/** Says where the clinic is open. */
export async function start(): Promise<string> {
  const config = configFromProcess();
  const greeting = await serve(config);
  console.log(`Hakima is open at ${config.PUBLIC_URL}`);
  if (greeting) console.log(greeting);
  return config.PUBLIC_URL;
}
