import { useState } from 'react';
import { takeSecondStep } from '#shared/contract/two-step.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange } from '#web/api/changes.ts';
import { logOut } from '#web/features/accounts/log-out.ts';
import type { FirstFieldRef } from '#web/features/accounts/sign-in/form-fields.tsx';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { type ProofAnswer, StepForm } from './step-form.tsx';

/** The second step after a correct password: the app's code, a passkey or a recovery code. */
export function SecondStep({ first, onTaken }: { first: FirstFieldRef; onTaken(user: User): void }) {
  const [lost, setLost] = useState(false);
  const take = async (answer: ProofAnswer) => {
    if ('password' in answer) return;
    onTaken((await sendChange(takeSecondStep, { body: answer })).user);
  };
  return (
    <>
      <StepForm
        key={String(lost)}
        by={lost ? 'recoveryCode' : 'otp'}
        submitLabel={t('account.secondStep.submit')}
        first={first}
        onAnswer={take}
      />
      <div className="-mt-2 grid">
        <Button kind="gho" block onClick={() => setLost(!lost)}>
          {t(lost ? 'account.secondStep.back' : 'account.secondStep.lost')}
        </Button>
        <Button kind="gho" block onClick={() => void logOut()}>
          {t('account.newSecret.logout')}
        </Button>
      </div>
    </>
  );
}
