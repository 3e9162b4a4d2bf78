import type { ReactNode } from 'react';
import type { User } from '#shared/contract/users.ts';
import { langs } from '#shared/domain/languages.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { saveOwnAccount } from '#web/api/own/change-own.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { CallHoursField, noCallPreference } from '#web/ui/form/call-hours-field.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

type Channel = User['channels'][number];
type Settings = { channels?: Channel[]; reach?: User['reach']; locale?: User['locale'] };
const channels = ['email', 'sms', 'whatsapp'] as const satisfies readonly Channel[];

/** True for a chosen channel that does not reach the user because its address is not confirmed. */
function lacksConfirmation(user: User, channel: Channel): boolean {
  if (!user.unreachable || !user.channels.includes(channel)) return false;
  return channel === 'email'
    ? user.email !== null && !user.emailConfirmed
    : user.phone !== null && !user.phoneKnown;
}

interface ReachSettingsProps {
  user: User;
  /** Shown above the channels. */
  notice?: ReactNode;
}

/** Channel, hours and language of messages from the clinic; saved at once. */
export function ReachSettings({ user, notice }: ReachSettingsProps) {
  const { mutateAsync: change, isPending: saving } = useMultiStepChange((body: Settings) =>
    saveOwnAccount(user, body),
  );
  async function save(body: Settings) {
    try {
      await change(body);
      showToast({ kind: 'success', title: t('account.notifications.channelsSaved') });
    } catch (error) {
      showErrorToast(t('account.profile.failed'), error);
    }
  }
  const turn = (channel: Channel, on: boolean) =>
    void save({
      channels: on ? [...user.channels, channel] : user.channels.filter((other) => other !== channel),
    });
  const { calls, hours } = user.reach ?? noCallPreference;
  return (
    <Card as="section" aria-labelledby="reach-title" className="grid gap-4 p-5 md:p-9">
      <h2 id="reach-title" className="card-title">
        {t('account.notifications.channels')}
      </h2>
      {notice}
      <ul className="grid">
        {channels.map((channel) => (
          <li
            key={channel}
            className="flex min-h-14 items-center justify-between gap-3 border-t border-line text-ui"
          >
            <span>
              {t(`common.notifications.channel.${channel}`)}
              {lacksConfirmation(user, channel) && (
                <small className="block text-small text-ink-2">{t('account.profile.notConfirmed')}</small>
              )}
            </span>
            <Switch
              label={t(`common.notifications.channel.${channel}`)}
              checked={user.channels.includes(channel)}
              disabled={saving}
              onChange={(on) => turn(channel, on)}
            />
          </li>
        ))}
        <li className="flex min-h-14 items-center justify-between gap-3 border-y border-line text-ui">
          {t('account.reach.calls')}
          <Switch
            label={t('account.reach.calls')}
            checked={calls}
            disabled={saving}
            onChange={(on) => void save({ reach: { calls: on, hours } })}
          />
        </li>
      </ul>
      <CallHoursField
        title={t('account.reach.hours')}
        value={hours}
        busy={saving}
        onChange={(chosen) => void save({ reach: { calls, hours: chosen } })}
      />
      <p className="text-small text-ink-2">
        {hours && `${t('account.reach.waits')} `}
        {t('account.reach.staffSees')}
        {user.caresFor.length > 0 && ` ${t('account.reach.family')}`}
      </p>
      <h3 id="reach-language" className="text-small font-strong">
        {t('account.reach.language')}
      </h3>
      <RadioCards
        name="reach-language"
        labelledBy="reach-language"
        value={user.locale}
        onChange={(locale) => void save({ locale: locale as User['locale'] })}
        options={langs.map((lang) => ({ value: lang, label: t(`common.lang.${lang}`) }))}
      />
    </Card>
  );
}
