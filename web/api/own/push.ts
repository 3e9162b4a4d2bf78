import { unsubscribePush } from '#shared/contract/notifications.ts';
import { change } from '#web/api/changes.ts';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * Ends push notifications in this browser, for every user of it. It also works if the server cannot be
 * reached: the server deletes the subscription when its next notification fails.
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
