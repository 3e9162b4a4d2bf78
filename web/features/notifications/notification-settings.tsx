import { useState } from 'react';
import { pushKey, subscribePush } from '#shared/contract/notifications.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { call } from '#web/api/client.ts';
import { saveOwnAccount } from '#web/api/own/change-own.ts';
import { disablePush, isPushSupported } from '#web/api/own/push.ts';
import { refreshSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';

const selectableChannels = ['email', 'sms', 'whatsapp'] as const;
type PushFailureKey = 'account.notifications.pushBlocked' | 'account.notifications.pushUnsupported';

/** Decodes a VAPID key (base64url) to the bytes that the browser expects. */
function decodeVapidKey(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Subscribes this browser to push notifications; returns the reason if it failed. */
async function enablePush(): Promise<PushFailureKey | null> {
  if (!isPushSupported()) return 'account.notifications.pushUnsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'account.notifications.pushBlocked';
  const { key } = await call(pushKey);
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeVapidKey(key),
  });
  const { endpoint, keys } = subscription.toJSON();
  await sendChange(subscribePush, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  });
  return null;
}

/** Channels on which the clinic may write to the patient. Notifications in the app cannot be turned off. */
export function NotificationSettings({ user }: { user: User }) {
  const change = useMultiStepChange((channels: User['channels']) => saveOwnAccount(user, { channels }));
  const [trouble, setTrouble] = useState<PushFailureKey | null>(null);

  function choose(channel: (typeof selectableChannels)[number], on: boolean) {
    const others = user.channels.filter((one) => one !== channel);
    change.mutate(on ? [...others, channel] : others);
  }
  const push = useMultiStepChange(async (on: boolean) => {
    try {
      if (on) setTrouble(await enablePush());
      else await disablePush();
      await refreshSession();
    } catch {
      setTrouble('account.notifications.pushUnsupported');
    }
  });
  return (
    <details className="px-5 py-3">
      <summary className="min-h-tap cursor-pointer content-center text-small font-medium text-ink-2">
        {t('account.notifications.settings')}
      </summary>
      <fieldset className="grid gap-1 pb-2" disabled={push.isPending || change.isPending}>
        <legend className="pb-1 text-small text-ink-2">{t('account.notifications.channels')}</legend>
        {selectableChannels.map((channel) => (
          <Checkbox
            key={channel}
            label={t(`common.notifications.channel.${channel}`)}
            checked={user.channels.includes(channel)}
            onChange={(event) => choose(channel, event.target.checked)}
          />
        ))}
        <Checkbox
          label={t('account.notifications.onThisDevice')}
          checked={user.channels.includes('push')}
          onChange={(event) => push.mutate(event.target.checked)}
        />
        {trouble && <Notice kind="warn">{t(trouble)}</Notice>}
        {change.error && <Notice kind="danger">{change.error.message}</Notice>}
      </fieldset>
    </details>
  );
}
