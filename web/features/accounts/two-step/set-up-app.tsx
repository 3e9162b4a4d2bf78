import { useEffect, useState } from 'react';
import type { Reply } from '#shared/contract/endpoint.ts';
import { beginApp, confirmApp } from '#shared/contract/two-step.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { QrCode } from '#web/ui/drawings/qr-code.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { type ProofAnswer, StepForm } from './step-form.tsx';

interface SetUpAppProps {
  /** Called with the first recovery codes, if the user had none. */
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

/** Shows a secret for an authenticator app; it becomes valid when the user enters a code of the app. */
export function SetUpApp({ onDone, onClose }: SetUpAppProps) {
  const [app, setApp] = useState<Reply<typeof beginApp>>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    sendChange(beginApp, {}).then(setApp, (error: unknown) => {
      if (error instanceof ApiError && error.code === 'proof_needed') return onClose();
      setProblem(getErrorMessage(error, t('error.unknown')));
    });
  }, [onClose]);
  const confirm = async (answer: ProofAnswer) => {
    if (!('otp' in answer)) return;
    onDone((await sendChange(confirmApp, { body: answer }, { untilRead: true })).recoveryCodes);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('account.twoStep.appTitle')}
      description={t('account.twoStep.appScan')}
      closeLabel={t('common.action.close')}
    >
      {problem && <Notice kind="danger">{problem}</Notice>}
      {!app && !problem && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="mx-auto size-48" />
        </LoadingRegion>
      )}
      {app && (
        <>
          <QrCode
            text={app.uri}
            label={t('account.twoStep.appPicture')}
            className="mx-auto size-48 rounded-sm"
          />
          <p className="text-center text-small text-ink-2">
            {t('account.twoStep.appKey')}
            <b className="ltr num block font-strong text-ink select-all">
              {app.secret.replace(/.{4}(?=.)/g, '$& ')}
            </b>
          </p>
          <StepForm
            by="otp"
            passkeys={false}
            label={t('account.twoStep.appCode')}
            submitLabel={t('account.twoStep.appConfirm')}
            onAnswer={confirm}
          />
        </>
      )}
    </Dialog>
  );
}
