import { Phone } from 'lucide-react';
import { signInWays } from '#shared/contract/accounts.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import type { SocialProvider } from '#web/islands/auth-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { FacebookMark, GoogleMark } from '#web/ui/drawings/provider-mark.tsx';

export interface SocialNotice {
  title: string;
  text: string;
}

const look = 'px-2! text-small';

interface OtherWaysProps {
  /** Whether she wants to stay signed in on this device. */
  keep(): boolean;
  onPhone(): void;
  onNotice(notice: SocialNotice | undefined): void;
}

/**
 * Google, Facebook and the phone's code. A provider the clinic has not set up says so here instead of leading
 * away.
 */
export function OtherWays({ keep, onPhone, onNotice }: OtherWaysProps) {
  const ways = useRead(signInWays);
  function goTo(provider: SocialProvider) {
    if (ways.data?.[provider] !== false)
      return location.assign(`/api/auth/${provider}${keep() ? '?keep=1' : ''}`);
    const name = t(`account.login.${provider}`);
    onNotice({
      title: t('account.social.notConfiguredTitle'),
      text: t('account.social.notConfigured', { provider: name }),
    });
  }
  return (
    <>
      <p className="flex items-center gap-[14px] text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('account.login.or')}
      </p>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 max-sm:*:last:col-span-2">
        <Button
          kind="out"
          className={look}
          icon={<GoogleMark />}
          aria-label={t('account.login.googleLong')}
          onClick={() => goTo('google')}
        >
          {t('account.login.google')}
        </Button>
        <Button
          kind="out"
          className={look}
          icon={<FacebookMark />}
          aria-label={t('account.login.facebookLong')}
          onClick={() => goTo('facebook')}
        >
          {t('account.login.facebook')}
        </Button>
        <Button
          kind="out"
          className={look}
          icon={<Phone size={18} strokeWidth={1.7} aria-hidden="true" />}
          aria-label={t('account.login.phoneLong')}
          onClick={onPhone}
        >
          {t('account.login.phone')}
        </Button>
      </div>
    </>
  );
}
