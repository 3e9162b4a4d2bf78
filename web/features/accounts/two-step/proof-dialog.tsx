import { useRef, useState } from 'react';
import { ownTwoSteps, proveAgain } from '#shared/contract/two-step.ts';
import { sendChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import type { ProofRequest } from '#web/islands/proof-dialog.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { type ProofAnswer, StepForm } from './step-form.tsx';

/** Asks for another proof of identity during an action, which then continues. */
export function ProofDialog({ onAnswered }: ProofRequest) {
  const [open, setOpen] = useState(true);
  const steps = useRead(ownTwoSteps);
  const first = useRef<HTMLInputElement>(null);
  const end = (proved: boolean) => {
    setOpen(false);
    onAnswered(proved);
  };
  const prove = async (answer: ProofAnswer) => {
    if ('recoveryCode' in answer) return;
    await sendChange(proveAgain, { body: answer });
    end(true);
  };
  return (
    <Dialog
      open={open && !steps.isPending}
      onClose={() => end(false)}
      title={t('account.proof.title')}
      description={t('account.proof.text')}
      closeLabel={t('common.action.close')}
      initialFocus={first}
    >
      <StepForm
        by={steps.data?.app ? 'otp' : 'password'}
        submitLabel={t('account.proof.submit')}
        first={first}
        onAnswer={prove}
      />
    </Dialog>
  );
}
