import type { ErrorBody } from '#shared/errors.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/** Milliseconds during which a request refused with 503 is retried. */
const maxRetryMs = 20_000;
const retryNoticeAfterMs = 3000;
const minRetryPauseMs = 500;
const retryJitterMs = 1000;

interface RetryOptions {
  /** Whether a repeated request has no further effect (a read, or a write with an idempotency key). */
  readonly isRepeatable: boolean;
  /** Nobody is using the page: no message is shown. */
  readonly isUnattended: boolean;
  readonly signal?: AbortSignal | undefined;
}

const isRefusedBusy = async (response: Response): Promise<boolean> => {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Partial<ErrorBody> | null;
  return body?.code === 'busy';
};

/**
 * Milliseconds until the next attempt: the server's Retry-After plus a random delay, so that not all clients
 * retry at once.
 */
function retryPauseMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Math.max(minRetryPauseMs, (seconds || 0) * 1000) + Math.random() * retryJitterMs;
}

function waitAbortable(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

const showRetryToast = () => showToast({ kind: 'info', title: t('error.busy.retrying') });

/**
 * Retries a request that was answered with 503, if it was refused before any work was done or may be
 * repeated. Shows a message after three seconds. Returns the last answer.
 */
export async function retryWhileBusy(
  send: () => Promise<Response>,
  { isRepeatable, isUnattended, signal }: RetryOptions,
): Promise<Response> {
  const began = performance.now();
  let response = await send();
  if (response.status !== 503) return response;
  let telling = isUnattended ? undefined : setTimeout(showRetryToast, retryNoticeAfterMs);
  try {
    while (response.status === 503 && (isRepeatable || (await isRefusedBusy(response)))) {
      const ms = retryPauseMs(response);
      if (performance.now() - began + ms > maxRetryMs) break;
      await waitAbortable(ms, signal);
      response = await send();
      if (response.status === 503 && !isUnattended && performance.now() - began > retryNoticeAfterMs) {
        clearTimeout(telling);
        telling = undefined;
        showRetryToast();
      }
    }
    return response;
  } finally {
    clearTimeout(telling);
  }
}
