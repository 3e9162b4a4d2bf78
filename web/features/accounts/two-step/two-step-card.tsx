import { Fingerprint, KeyRound, ShieldCheck } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Reply } from '#shared/contract/endpoint.ts';
import { ownTwoSteps, removeApp, removePasskey, renewRecoveryCodes } from '#shared/contract/two-step.ts';
import type { User } from '#shared/contract/users.ts';
import { formatAgo, formatDate, formatInstant } from '#shared/domain/format-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { useChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatDeviceName } from '#web/features/accounts/device-name.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { canUsePasskeys, createPasskey, PasskeyCancelledError } from './passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const SetUpApp = lazyPart(() => import('./set-up-app.tsx').then((m) => m.SetUpApp));

const icon = { size: 22, strokeWidth: 1.6, 'aria-hidden': true } as const;

function showTwoStepError(error: unknown): void {
  // The user closed the dialog that asks for proof: nothing happened, so no message is shown.
  if (error instanceof ApiError && error.code === 'proof_needed') return;
  const description =
    error instanceof ApiError && error.code === 'in_use'
      ? t('account.twoStep.last')
      : error instanceof PasskeyCancelledError
        ? error.message
        : getErrorMessage(error, t('error.unknown'));
  showToast({ kind: 'error', title: t('common.toast.error'), description });
}

const showTwoStepSuccess = (title: string) => showToast({ kind: 'success', title });

/** Second factors and passkeys of the account; for staff also an authenticator app and recovery codes. */
export function TwoStepCard({ user, now }: { user: User; now: Date }) {
  const steps = useRead(ownTwoSteps);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const staff = isStaff(user.role);
  const shown = useCallback((made: readonly string[]) => setCodes(made), []);
  return (
    <Card as="section" aria-labelledby="two-step-title" className="grid gap-4 p-5 md:p-9">
      <div>
        <h2 id="two-step-title" className="card-title">
          {t(staff ? 'account.twoStep.title' : 'account.twoStep.passkeys')}
        </h2>
        <p className="mt-1 text-small text-ink-2">
          {t(staff ? 'account.twoStep.text' : 'account.twoStep.patientText')}
        </p>
      </div>
      {user.requires.includes('second-step-setup') && <Notice kind="warn">{t('account.twoStep.now')}</Notice>}
      {steps.isPending && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </LoadingRegion>
      )}
      {steps.isError && <Notice kind="danger">{getErrorMessage(steps.error, t('error.unknown'))}</Notice>}
      {steps.data && (
        <>
          {steps.data.requiredFrom && (
            <p className="text-small">
              {t('account.twoStep.required', { date: formatDate(currentLang(), steps.data.requiredFrom) })}
            </p>
          )}
          <ul className="grid">
            <Passkeys keys={steps.data.passkeys} now={now} onCodes={shown} heading={staff} />
            {staff && <AuthenticatorApp set={steps.data.app} onCodes={shown} />}
            {staff && (steps.data.app || steps.data.passkeys.length > 0) && (
              <RecoveryCodesRow left={steps.data.recoveryCodes} onCodes={shown} />
            )}
          </ul>
        </>
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onKept={() => setCodes([])} />}
    </Card>
  );
}

interface RowProps {
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}

const Row = ({ icon: picture, title, text, children }: RowProps) => (
  <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
    <span className="text-ink-2">{picture}</span>
    <span className="min-w-0 flex-1 basis-48 text-ui leading-snug">
      <b className="font-strong">{title}</b>
      <small className="block text-xs leading-[1.5] text-ink-2">{text}</small>
    </span>
    {children}
  </li>
);

type Codes = { onCodes(codes: readonly string[]): void };

function Passkeys({
  keys,
  now,
  heading,
  onCodes,
}: Codes & { keys: Reply<typeof ownTwoSteps>['passkeys']; now: Date; heading: boolean }) {
  const lang = currentLang();
  const remove = useChange(removePasskey, { untilRead: true });
  const add = useMultiStepChange(() => createPasskey(formatDeviceName(navigator.userAgent)));
  const onAdd = () =>
    add.mutate(undefined, {
      onSuccess: (made) => {
        if (made.length === 0) showTwoStepSuccess(t('account.twoStep.added'));
        onCodes(made);
      },
      onError: showTwoStepError,
    });
  return (
    <>
      <Row
        icon={<Fingerprint {...icon} />}
        title={heading ? t('account.twoStep.passkeys') : t('account.twoStep.add')}
        text={canUsePasskeys() ? t('account.twoStep.passkeysText') : t('account.twoStep.unsupported')}
      >
        {canUsePasskeys() && (
          <Button
            kind="out"
            size="sm"
            busy={add.isPending}
            busyLabel={t('account.twoStep.adding')}
            onClick={onAdd}
          >
            {t('account.twoStep.add')}
          </Button>
        )}
      </Row>
      {keys.map(({ id, name, createdAt, usedAt }) => (
        <Row
          key={id}
          icon={<ShieldCheck {...icon} className="text-accent" />}
          title={name}
          text={
            usedAt
              ? t('account.twoStep.used', { when: formatAgo(lang, usedAt, now) })
              : t('account.twoStep.unused', { date: formatInstant(lang, createdAt) })
          }
        >
          <Button
            kind="gho"
            size="sm"
            disabled={remove.isPending}
            aria-label={t('account.twoStep.removeNamed', { name })}
            onClick={() =>
              remove.mutate(
                { params: { passkeyId: id } },
                {
                  onSuccess: () => showTwoStepSuccess(t('account.twoStep.removed')),
                  onError: showTwoStepError,
                },
              )
            }
          >
            {t('account.twoStep.remove')}
          </Button>
        </Row>
      ))}
    </>
  );
}

function AuthenticatorApp({ set, onCodes }: Codes & { set: boolean }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const remove = useChange(removeApp, { untilRead: true });
  const onDone = (made: readonly string[]) => {
    setOpen(false);
    if (made.length === 0) showTwoStepSuccess(t('account.twoStep.appAdded'));
    onCodes(made);
  };
  return (
    <Row
      icon={<KeyRound {...icon} />}
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          {t('account.twoStep.app')}
          {set && <Badge>{t('account.twoStep.appOn')}</Badge>}
        </span>
      }
      text={t('account.twoStep.appText')}
    >
      {set ? (
        <Button
          kind="gho"
          size="sm"
          disabled={remove.isPending}
          aria-label={t('account.twoStep.removeNamed', { name: t('account.twoStep.app') })}
          onClick={() =>
            remove.mutate(
              {},
              {
                onSuccess: () => showTwoStepSuccess(t('account.twoStep.removed')),
                onError: showTwoStepError,
              },
            )
          }
        >
          {t('account.twoStep.remove')}
        </Button>
      ) : (
        <Button kind="out" size="sm" onClick={() => setOpen(true)}>
          {t('account.twoStep.appSet')}
        </Button>
      )}
      {open && (
        <Suspense>
          <SetUpApp onDone={onDone} onClose={close} />
        </Suspense>
      )}
    </Row>
  );
}

function RecoveryCodesRow({ left, onCodes }: Codes & { left: number }) {
  const renew = useChange(renewRecoveryCodes, { untilRead: true });
  return (
    <Row
      icon={<ShieldCheck {...icon} />}
      title={t('account.twoStep.codes')}
      text={`${t('account.twoStep.codesText')} ${t('account.twoStep.codesLeft', { n: left })}`}
    >
      <Button
        kind="gho"
        size="sm"
        busy={renew.isPending}
        busyLabel={t('account.secondStep.submitting')}
        onClick={() =>
          renew.mutate(
            {},
            { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes), onError: showTwoStepError },
          )
        }
      >
        {t('account.twoStep.codesNew')}
      </Button>
    </Row>
  );
}
