import { Fingerprint, Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { unlockVisits } from '#shared/contract/own/privacy.ts';
import type { User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { refreshSession, useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordInput } from '#web/ui/form/password-input.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Shown instead of locked appointments: asks for the PIN or an identity check. */
export function Unlock({ user }: { user: User }) {
  const [pin, setPin] = useState('');
  const { lockHasPin } = useSession();
  const box = useRef<HTMLInputElement>(null);
  const otherwise = useRef<HTMLButtonElement>(null);
  const open = useChange(unlockVisits);
  useEffect(() => (box.current ?? otherwise.current)?.focus(), []);
  const send = (body: { pin?: string }) =>
    open.mutate(
      { params: { id: user.id }, body },
      { onSuccess: () => void refreshSession(), onError: () => box.current?.select() },
    );
  function submit(event: FormEvent) {
    event.preventDefault();
    send({ pin });
  }
  const { error } = open;
  const wrong = error instanceof ApiError ? error.fields.pin : undefined;
  // The user closed the identity check: nothing was changed, so no error is shown.
  const problem = error && !wrong && error.code !== 'proof_needed' ? error.message : undefined;
  return (
    <Card
      as="section"
      aria-labelledby="unlock-title"
      className="mx-auto mt-6 grid max-w-[480px] gap-5 p-6 md:p-9"
    >
      <div>
        <h2 id="unlock-title" className="flex items-center gap-3 card-title">
          <Lock size={22} strokeWidth={1.6} aria-hidden="true" className="flex-none text-accent" />
          {t('privacy.unlock.title')}
        </h2>
        <p className="mt-1 text-small text-ink-2">
          {t(lockHasPin ? 'privacy.unlock.text' : 'privacy.unlock.textPasskey')}
        </p>
      </div>
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
      <form noValidate onSubmit={submit} className="grid gap-4">
        {lockHasPin && (
          <>
            <Field label={t('privacy.lock.pin')} {...(wrong ? { error: wrong } : {})}>
              <PasswordInput
                ref={box}
                inputMode="numeric"
                autoComplete="off"
                maxLength={8}
                value={pin}
                showLabel={t('privacy.lock.show')}
                hideLabel={t('privacy.lock.hide')}
                onChange={({ target }) => setPin(target.value)}
              />
            </Field>
            <Button type="submit" block busy={open.isPending} busyLabel={t('privacy.unlock.opening')}>
              {t('privacy.unlock.open')}
            </Button>
          </>
        )}
        <Button
          ref={otherwise}
          kind={lockHasPin ? 'out' : 'pri'}
          block
          disabled={open.isPending}
          icon={<Fingerprint size={18} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => send({})}
        >
          {t(lockHasPin ? 'privacy.unlock.otherwise' : 'privacy.unlock.byPasskey')}
        </Button>
      </form>
      {lockHasPin && <p className="text-small text-ink-2">{t('privacy.unlock.forgotten')}</p>}
    </Card>
  );
}
