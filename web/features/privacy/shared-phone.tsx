import { EyeOff, Fingerprint, Lock, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { endLock, lockBody, lockVisits, shutVisits } from '#shared/contract/own/privacy.ts';
import { ownTwoSteps } from '#shared/contract/two-step.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { useRead } from '#web/api/hooks.ts';
import { deleteVisitCaches, setYearCookie } from '#web/api/personal-data-cleanup.ts';
import { refreshSession, useSession } from '#web/api/session.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordInput } from '#web/ui/form/password-input.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { PrivacyCard } from './privacy-card.tsx';

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

const showPrivacyError = (error: unknown) => showErrorToast(t('common.toast.error'), error);

/** Protection on a shared phone: a lock for the patient's appointments, and the quick exit. */
export function SharedPhone({ user }: { user: User }) {
  const { lock } = useSession();
  const [asks, setAsks] = useState(false);
  const params = { id: user.id };
  const act = useMultiStepChange(async (what: 'shut' | 'end') => {
    await sendChange(what === 'shut' ? shutVisits : endLock, { params });
    await refreshSession();
    if (what === 'end') showToast({ kind: 'success', title: t('privacy.lock.ended') });
  });
  const doing = (what: 'shut' | 'end') => act.mutate(what, { onError: showPrivacyError });
  return (
    <PrivacyCard icon={Smartphone} title={t('privacy.phone.title')} text={t('privacy.phone.text')}>
      <ul className="grid">
        <Row
          icon={<Lock {...icon} />}
          title={t('privacy.lock.title')}
          text={t(lock ? 'privacy.lock.isSet' : 'privacy.lock.text')}
        >
          {lock ? (
            <>
              <Button kind="sec" size="sm" disabled={act.isPending} onClick={() => doing('shut')}>
                {t('privacy.lock.now')}
              </Button>
              <Button kind="out" size="sm" onClick={() => setAsks(true)}>
                {t('privacy.lock.another')}
              </Button>
              <Button kind="gho" size="sm" disabled={act.isPending} onClick={() => doing('end')}>
                {t('privacy.lock.end')}
              </Button>
            </>
          ) : (
            <Button kind="sec" size="sm" onClick={() => setAsks(true)}>
              {t('privacy.lock.set')}
            </Button>
          )}
        </Row>
        <HidePage />
      </ul>
      {asks && <NewPin params={params} onClose={() => setAsks(false)} />}
    </PrivacyCard>
  );
}

/** Whether each page shows the quick-exit button. Stored on the device, like the theme. */
function HidePage() {
  const [shows, setShows] = useState(() => document.documentElement.dataset.hide !== undefined);
  function show(on: boolean) {
    const { dataset } = document.documentElement;
    if (on) dataset.hide = '';
    else delete dataset.hide;
    setYearCookie('hide', on ? '1' : null);
    setShows(on);
  }
  return (
    <Row icon={<EyeOff {...icon} />} title={t('common.leave.label')} text={t('privacy.leave.text')}>
      <span className="flex items-center gap-3 text-ui">
        <Switch label={t('privacy.leave.show')} checked={shows} onChange={show} />
        {t('privacy.leave.show')}
      </span>
    </Row>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

const Row = ({ icon: picture, title, text, children }: RowProps) => (
  <li className="grid gap-3 border-t border-line py-4 first:border-t-0 first:pt-0">
    <span className="flex items-start gap-3 text-ui leading-snug">
      <span className="mt-[2px] flex-none text-ink-2">{picture}</span>
      <span className="min-w-0">
        <b className="font-strong">{title}</b>
        <small className="block text-small leading-[1.5] text-ink-2">{text}</small>
      </span>
    </span>
    {children && <span className="flex flex-wrap gap-2">{children}</span>}
  </li>
);

/** Sets the way to unlock appointments: a PIN, or a passkey if the patient has one. */
function NewPin({ params, onClose }: { params: { id: number }; onClose(): void }) {
  const form = useSchemaForm(lockBody, { pin: '' });
  const { errors, isSubmitting } = form.formState;
  const { data: steps } = useRead(ownTwoSteps);
  const lock = async (body: { pin?: string }) => {
    await sendChange(lockVisits, { params, body });
    await deleteVisitCaches();
    await refreshSession();
    showToast({ kind: 'success', title: t('privacy.lock.done') });
    onClose();
  };
  const submit = form.handleSubmit((body) => lock(body).catch((error) => showServerErrors(form, error)));
  const byPasskey = useMultiStepChange(() => lock({}));
  // The user closed the identity check: nothing was changed, so no error is shown.
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed') showServerErrors(form, error);
  };
  return (
    <FormDialog
      title={t('privacy.lock.title')}
      description={t('privacy.lock.how')}
      submitLabel={t('privacy.lock.set')}
      problem={errors.root?.message}
      busy={isSubmitting || byPasskey.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {steps && steps.passkeys.length > 0 && (
        <Button
          kind="out"
          block
          icon={<Fingerprint {...icon} />}
          onClick={() => byPasskey.mutate(undefined, { onError })}
        >
          {t('privacy.lock.byPasskey')}
        </Button>
      )}
      <Field
        label={t('privacy.lock.pin')}
        help={t('privacy.lock.pinHint')}
        error={translateValidation(errors.pin?.message)}
      >
        <PasswordInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          showLabel={t('privacy.lock.show')}
          hideLabel={t('privacy.lock.hide')}
          {...form.register('pin')}
        />
      </Field>
    </FormDialog>
  );
}
