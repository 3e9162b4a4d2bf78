import { unsubscribePush } from '#shared/contract/notifications.ts';
import { sendChange } from '#web/api/changes.ts';

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/**
 * Ends push notifications in this browser, for every user of it. It also works if the server cannot be
 * reached: the server deletes the subscription when its next notification fails.
 */
export async function disablePush(): Promise<void> {
  const worker = isPushSupported() ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  try {
    await sendChange(unsubscribePush, { body: { endpoint: subscription.endpoint } });
  } finally {
    await subscription.unsubscribe();
  }
}
