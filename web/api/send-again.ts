import type { ErrorBody } from '#shared/errors.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/** Within this time a request that the server refused as too busy is sent again. */
const longestMs = 20_000;
const tellAfterMs = 3000;
const leastPauseMs = 500;
const spreadMs = 1000;

interface Sending {
  /** Whether sending it twice does no more than sending it once. */
  readonly isRepeatable: boolean;
  /** Nobody looks at the page: nobody is told. */
  readonly isUnattended: boolean;
  readonly signal?: AbortSignal | undefined;
}

const refusedUndone = async (response: Response): Promise<boolean> => {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Partial<ErrorBody> | null;
  return body?.code === 'busy';
};

/** As long as the server asks for, and a little more: not everybody at once. */
function pauseOf(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Math.max(leastPauseMs, (seconds || 0) * 1000) + Math.random() * spreadMs;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

const tell = () => showToast({ kind: 'info', title: t('error.busy.retrying') });

/**
 * Sends again what was answered with 503: a request that was refused before any work was done, or one that
 * may be repeated. After three seconds the page says so. Gives the last answer where none was better.
 */
export async function sendAgainWhileBusy(
  send: () => Promise<Response>,
  { isRepeatable, isUnattended, signal }: Sending,
): Promise<Response> {
  const began = performance.now();
  let response = await send();
  if (response.status !== 503) return response;
  let telling = isUnattended ? undefined : setTimeout(tell, tellAfterMs);
  try {
    while (response.status === 503 && (isRepeatable || (await refusedUndone(response)))) {
      const ms = pauseOf(response);
      if (performance.now() - began + ms > longestMs) break;
      await pause(ms, signal);
      response = await send();
      if (response.status === 503 && !isUnattended && performance.now() - began > tellAfterMs) {
        clearTimeout(telling);
        telling = undefined;
        tell();
      }
    }
    return response;
  } finally {
    clearTimeout(telling);
  }
}
