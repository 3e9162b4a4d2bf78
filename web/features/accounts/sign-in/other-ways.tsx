import { Fingerprint, Phone } from 'lucide-react';
import { signInWays } from '#shared/contract/accounts.ts';
import { signInByPasskey } from '#shared/contract/two-step.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import { canUsePasskeys, getPasskeyAssertion } from '#web/features/accounts/two-step/passkeys.ts';
import { t } from '#web/i18n.ts';
import type { SocialProvider } from '#web/islands/auth-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { FacebookMark, GoogleMark } from '#web/ui/drawings/provider-mark.tsx';

export interface SocialNotice {
  title: string;
  text: string;
}

const look = 'px-2! text-small';

interface OtherSignInMethodsProps {
  /** Whether the user wants to stay signed in on this device. */
  keep(): boolean;
  onPhone(): void;
  onSignedIn(user: User): void;
  onNotice(notice: SocialNotice | undefined): void;
}

/**
 * Google, Facebook, code by phone, passkey. A provider that is not configured shows a message instead of a
 * redirect.
 */
export function OtherSignInMethods({ keep, onPhone, onSignedIn, onNotice }: OtherSignInMethodsProps) {
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
  const passkey = useMultiStepChange(async () => {
    const body = { passkey: await getPasskeyAssertion(), keepSignedIn: keep() };
    return (await sendChange(signInByPasskey, { body })).user;
  });
  const byPasskey = () => {
    onNotice(undefined);
    passkey.mutate(undefined, {
      onSuccess: onSignedIn,
      onError: ({ message }) => onNotice({ title: t('account.login.passkey'), text: message }),
    });
  };
  const fourth = canUsePasskeys();
  return (
    <>
      <p className="flex items-center gap-[14px] text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('account.login.or')}
      </p>
      <div className={cx('grid grid-cols-2 gap-2', !fourth && 'sm:grid-cols-3 max-sm:*:last:col-span-2')}>
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
        {fourth && (
          <Button
            kind="out"
            className={look}
            icon={<Fingerprint size={18} strokeWidth={1.7} aria-hidden="true" />}
            aria-label={t('account.login.passkeyLong')}
            busy={passkey.isPending}
            busyLabel={t('account.twoStep.adding')}
            onClick={byPasskey}
          >
            {t('account.login.passkey')}
          </Button>
        )}
      </div>
    </>
  );
}
