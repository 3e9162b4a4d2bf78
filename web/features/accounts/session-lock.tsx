import { type FormEvent, useEffect, useRef, useState } from 'react';
import { login } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { useChange } from '#web/api/changes.ts';
import { ignoreEarlierRefusals } from '#web/api/client.ts';
import { refreshSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordInput } from '#web/ui/form/password-input.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { broadcastSession } from './session-news.ts';
import { SecondStep } from './two-step/second-step.tsx';

interface SessionLockProps {
  user: User;
  onBack(): void;
  /** The user does not sign in again: unsaved text is lost with the page. */
  onLeave(): void;
}

/**
 * Hides the page after the session has ended with unsaved text, until the same user enters the password and,
 * if set up, the second step. Then the page continues unchanged.
 */
export function SessionLock({ user, onBack, onLeave }: SessionLockProps) {
  const [password, setPassword] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const { mutate: signIn, isPending, error } = useChange(login);
  const [awaitsStep, setAwaitsStep] = useState(false);
  const step = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (awaitsStep) step.current?.focus();
  }, [awaitsStep]);
  function goOn() {
    ignoreEarlierRefusals();
    void refreshSession();
    broadcastSession('alive');
    onBack();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    signIn(
      { body: { username: user.username ?? '', password } },
      {
        onSuccess: ({ user: { requires } }) =>
          requires.includes('second-step') ? setAwaitsStep(true) : goOn(),
        onError: () => box.current?.select(),
      },
    );
  }
  const actions = (
    <>
      <Button kind="out" onClick={onLeave}>
        {t('session.lockLeave')}
      </Button>
      <Button type="submit" busy={isPending}>
        {t('session.lockBack')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      locked
      role="alertdialog"
      className="session-lock"
      title={t('session.lockTitle')}
      description={awaitsStep ? t('account.secondStep.text') : t('session.lockText', { name: user.name })}
      closeLabel={t('common.action.close')}
      initialFocus={box}
      onClose={onLeave}
      {...(awaitsStep ? {} : { onSubmit: submit, actions })}
    >
      {awaitsStep ? (
        <SecondStep first={step} onTaken={goOn} />
      ) : (
        <Field label={t('common.field.currentPassword')} {...(error ? { error: error.message } : {})}>
          <PasswordInput
            ref={box}
            maxLength={128}
            value={password}
            showLabel={t('common.field.showPassword')}
            hideLabel={t('common.field.hidePassword')}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
      )}
    </Dialog>
  );
}
