import { BadgeCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { sendConfirmation } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useCountdown } from '#web/ui/form/use-countdown.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/** Most users have no code to enter, so the form loads only while a code has been sent. */
const loadPhoneCode = () => loadWithMessages(['account'], () => import('./phone-code.tsx'));
const PhoneCode = lazyPart(() => loadPhoneCode().then((m) => m.PhoneCode));

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Which contacts are verified for sign-in and recovery, and buttons that verify them. */
export function ContactConfirmation({ user }: { user: User }) {
  if (!user.email && !user.phone) return null;
  return (
    <Card as="section" aria-labelledby="contacts-title" className="grid gap-4 p-5 md:p-9">
      <h2 id="contacts-title" className="card-title">
        {t('account.contacts.title')}
      </h2>
      {user.email && <EmailRow user={user} email={user.email} />}
      {user.phone && <PhoneRow user={user} phone={user.phone} />}
    </Card>
  );
}

function ContactRow({
  contact,
  confirmed,
  children,
}: {
  contact: string;
  confirmed: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="ltr font-medium break-all">{contact}</span>
        <span
          className={
            confirmed
              ? 'inline-flex items-center gap-1 text-small font-strong text-sage-ink'
              : 'inline-flex items-center gap-1 text-small text-ink-2'
          }
        >
          {confirmed ? <BadgeCheck {...icon} /> : <CircleDashed {...icon} />}
          {t(confirmed ? 'account.profile.confirmed' : 'account.profile.notConfirmed')}
        </span>
      </div>
      {!confirmed && <p className="text-small text-ink-2">{t('account.profile.notConfirmedHint')}</p>}
      {!confirmed && children}
    </div>
  );
}

const showContactError = (error: unknown) =>
  showToast({
    kind: 'error',
    title: t('common.toast.error'),
    description: error instanceof ApiError ? error.message : t('error.unknown'),
  });

interface SendButtonProps {
  busy: boolean;
  onSend(): Promise<void>;
  children: string;
}

const SendButton = ({ busy, onSend, children }: SendButtonProps) => (
  <div>
    <Button
      kind="sec"
      size="sm"
      busy={busy}
      busyLabel={t('common.action.sending')}
      onClick={() => void onSend()}
    >
      {children}
    </Button>
  </div>
);

function EmailRow({ user, email }: { user: User; email: string }) {
  const { mutateAsync: confirm, isPending: busy } = useChange(sendConfirmation);
  const [sentTo, setSentTo] = useState('');
  async function send() {
    try {
      await confirm({ body: { channel: 'email' } });
      setSentTo(email);
    } catch (error) {
      showContactError(error);
    }
  }
  return (
    <ContactRow contact={email} confirmed={user.emailConfirmed}>
      <p role="status" className="text-small text-sage-ink empty:hidden">
        {sentTo === email ? t('account.profile.confirmEmailSent', { email }) : ''}
      </p>
      <SendButton busy={busy} onSend={send}>
        {t('account.profile.confirmEmail')}
      </SendButton>
    </ContactRow>
  );
}

function PhoneRow({ user, phone }: { user: User; phone: string }) {
  const { mutateAsync: confirm, isPending: busy } = useChange(sendConfirmation);
  const [sentTo, setSentTo] = useState('');
  const [wait, beginWait] = useCountdown();
  async function send() {
    void loadPhoneCode().catch(() => undefined);
    try {
      await confirm({ body: { channel: 'phone' } });
      setSentTo(phone);
      beginWait(60);
    } catch (error) {
      showContactError(error);
    }
  }
  return (
    <ContactRow contact={phone} confirmed={user.phoneConfirmed}>
      {sentTo === phone ? (
        <Suspense>
          <PhoneCode user={user} phone={phone} wait={wait} onResend={() => void send()} />
        </Suspense>
      ) : (
        <SendButton busy={busy} onSend={send}>
          {t('account.profile.confirmPhone')}
        </SendButton>
      )}
    </ContactRow>
  );
}
