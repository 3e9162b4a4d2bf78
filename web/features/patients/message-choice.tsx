import { useId } from 'react';
import { signInWays } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { type Lang, langs } from '#shared/domain/languages.ts';
import { defaultChannels, languageOfName } from '#shared/domain/messages/contact-channels.ts';
import { phoneSearch } from '#shared/domain/people/phone-text.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';

type Channel = User['channels'][number];

/**
 * Channels and language chosen by staff. Undefined fields follow from the phone, the e-mail and the script of
 * the name.
 */
export interface MessageChoice {
  channels?: Channel[];
  locale?: Lang;
}

interface MessageChoiceProps {
  patient: { name?: string; phone?: string; email?: string };
  value: MessageChoice;
  onChange(change: MessageChoice): void;
}

const offeredChannels = ['sms', 'whatsapp', 'email'] as const;

/** Channels and language of messages in one line. */
export function formatMessageChoice(channels: readonly Channel[], locale: Lang): string {
  const names = channels.map((channel) => t(`common.notifications.channel.${channel}`));
  return t('staff.messages.summary', {
    ways: names.length > 0 ? joinWithComma(...names) : t('staff.messages.none'),
    language: t(`common.lang.${locale}`),
  });
}

/** Channels and language of the clinic's messages to a patient, in every form of staff. */
export function MessageChoiceFields({ patient, value, onChange }: MessageChoiceProps) {
  const id = useId();
  const { name = '', phone = '', email = '' } = patient;
  const { data: ways } = useRead(signInWays);
  const missingGateways =
    ways && !ways.kept ? offeredChannels.filter((one) => !ways.codes.includes(one)) : [];
  const known = { phone: phoneSearch(phone) ?? phone.trim(), email: email.trim() || null, missingGateways };
  const channels = value.channels ?? (defaultChannels(known) as Channel[]);
  const locale = value.locale ?? languageOfName(name, currentLang());
  return (
    <details className="rounded-item border border-line px-4">
      <summary className="min-h-tap cursor-pointer content-center text-small font-medium">
        {formatMessageChoice(channels, locale)}
      </summary>
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-x-4 pb-3">
        <legend className="text-small text-ink-2">{t('staff.messages.channels')}</legend>
        {offeredChannels.map((channel) => (
          <Checkbox
            key={channel}
            label={t(`common.notifications.channel.${channel}`)}
            checked={channels.includes(channel)}
            onChange={({ target }) =>
              onChange({
                channels: target.checked ? [...channels, channel] : channels.filter((one) => one !== channel),
              })
            }
          />
        ))}
      </fieldset>
      <div className="grid gap-2 pb-4">
        <span id={id} className="text-small text-ink-2">
          {t('staff.messages.language')}
        </span>
        <RadioCards
          name={`${id}-language`}
          labelledBy={id}
          value={locale}
          onChange={(lang) => onChange({ locale: lang as Lang })}
          options={langs.map((lang) => ({ value: lang, label: t(`common.lang.${lang}`) }))}
        />
      </div>
    </details>
  );
}
