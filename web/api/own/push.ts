import { unsubscribePush } from '#shared/contract/notifications.ts';
import { change } from '#web/api/changes.ts';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * From now on this browser shows nothing of the clinic, whoever turned that on in it, and though the server
 * may not have heard of it: it forgets a browser that is gone when it writes to it next.
 */
export async function turnPushOff(): Promise<void> {
  const worker = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  try {
    await change(unsubscribePush, { body: { endpoint: subscription.endpoint } });
  } finally {
    await subscription.unsubscribe();
  }
}
