import { BellRing } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { listWaiting } from '#shared/contract/offers.ts';
import type { User } from '#shared/contract/users.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { PatientMismatchDialog } from '#web/features/appointments/booking/patient-mismatch-dialog.tsx';
import { useVisitorForm, type VisitorForm } from '#web/features/appointments/booking/use-visitor-form.ts';
import { VisitorFields } from '#web/features/appointments/booking/visitor-fields.tsx';
import {
  openWishDialog,
  type WishDialogRequest,
} from '#web/features/appointments/wishing/open-wish-dialog.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { UnreachedWish } from '#web/ui/unreached-wish.tsx';
import { useVisitorWish } from './use-whose-wish.ts';
import { useWish, type WishState } from './use-wish.ts';
import { WishFields } from './wish-fields.tsx';

interface WishDialogProps extends WishDialogRequest {
  onClose(): void;
}

interface JoinedNoticeProps extends Pick<WishDialogRequest, 'patient'> {
  joined: NonNullable<WishState['joined']>;
  close: ReactNode;
  onClose(): void;
}

/**
 * Asks for the wish, then a visitor's name, phone and code as in a booking, and confirms that the patient is
 * on the list. Staff enter it for a patient.
 */
export function WishDialog({ onClose, ...request }: WishDialogProps) {
  const { today, patient } = request;
  const { user } = useSession(true);
  const state = useWish(request);
  const [asksWho, setAsksWho] = useState(false);
  const who = useVisitorForm(!user);
  const form = useId();
  const whose = useVisitorWish(who, state.join);
  const { joined } = state;
  const refused = state.refused ?? whose.refused;
  const busy = state.busy || whose.busy;
  function onwards() {
    if (whose.doubt) whose.open();
    else if (user || patient) void state.join();
    else setAsksWho(true);
  }
  const logIn = () => {
    onClose();
    void openAuthDialog({ tab: 'login', onSignedIn: () => void openWishDialog(request) });
  };
  const entersWho = asksWho && !user;
  const asksCode = entersWho && !who.typed.sent;
  const obstacle = explainObstacle(user, who, patient);
  const close = (
    <Button kind={joined ? 'pri' : 'out'} onClick={onClose}>
      {t('common.action.close')}
    </Button>
  );
  const words = patient
    ? t('offer.join.staffText', { name: patient.name })
    : t('offer.join.text', { most: formatNumberInLang(offersPerWish) });
  if (whose.doubt && whose.isOpen)
    return (
      <PatientMismatchDialog
        {...whose.doubt}
        busy={busy}
        onTyped={whose.forTyped}
        onAccount={whose.forAccount}
        onClose={whose.close}
      />
    );
  if (joined) return <JoinedNotice {...{ joined, patient, onClose, close }} />;
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('offer.join.title')}
      description={obstacle ? undefined : words}
      closeLabel={t('common.action.close')}
      actions={
        obstacle ? (
          close
        ) : (
          <WishSubmitButton
            form={entersWho ? form : null}
            busy={busy || who.busy}
            disabled={!state.ready}
            onClick={onwards}
          >
            {t(patient ? 'offer.join.staffSubmit' : asksCode ? 'booking.who.send' : 'offer.join.submit')}
          </WishSubmitButton>
        )
      }
    >
      {refused && (
        <Notice kind="danger" live>
          {refused.message}
        </Notice>
      )}
      {obstacle ? (
        <Notice kind="warn">{obstacle}</Notice>
      ) : entersWho ? (
        <div className="grid gap-4">
          <VisitorFields who={who} formId={form} onEntered={whose.enter} />
          <p className="text-small text-ink-2">
            {t('booking.who.accountTitle')}{' '}
            <Button kind="gho" size="sm" onClick={logIn}>
              {t('booking.loginRequired.button')}
            </Button>
          </p>
        </div>
      ) : (
        <LoadedWishFields today={today} state={state} />
      )}
    </Dialog>
  );
}

/** Why the server would reject the entry: no message reaches the patient. Null if one does. */
function explainObstacle(
  user: User | null,
  { withoutCode }: Pick<VisitorForm, 'withoutCode'>,
  patient: WishDialogRequest['patient'],
): ReactNode {
  if (!user) return withoutCode === true ? t('offer.join.unheard') : null;
  return user.unreachable && !patient ? <UnreachedWish /> : null;
}

/** The fields, or a skeleton or an error until their options are loaded. */
function LoadedWishFields({ today, state }: { today: string; state: WishState }) {
  if (state.ready) return <WishFields today={today} state={state} />;
  if (!state.loadError) return <Skeleton className="h-60" />;
  const reason = state.loadError.message;
  return <LoadFailed title={t('common.state.loadFailed')} reason={reason} onAgain={state.reload} />;
}

interface WishSubmitButtonProps
  extends Pick<ComponentProps<typeof Button>, 'busy' | 'disabled' | 'children'> {
  /** Id of the form that the button submits. */
  form: string | null;
  onClick(): void;
}

/** Two elements: a button that becomes a submit button while it is pressed would submit the form at once. */
function WishSubmitButton({ form, onClick, ...rest }: WishSubmitButtonProps) {
  return (
    <Button
      key={form ? 'send' : 'onwards'}
      {...(form ? { type: 'submit' as const, form } : { onClick })}
      busyLabel={t('offer.working')}
      icon={<BellRing size={18} strokeWidth={1.7} aria-hidden="true" />}
      {...rest}
    />
  );
}

/** Says that the patient is on the list, with her position. */
function JoinedNotice({ joined, patient, onClose, close }: JoinedNoticeProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('offer.join.done')}
      closeLabel={t('common.action.close')}
      actions={
        <>
          {!patient && (
            <ButtonLink kind="out" href="/profile?tab=appointments">
              {t('offer.join.see')}
            </ButtonLink>
          )}
          {close}
        </>
      }
    >
      <div role="status" className="grid gap-2 text-ui leading-body">
        <p>{t(patient ? 'offer.wait.place' : 'offer.wish.place', { n: formatNumberInLang(joined.place) })}</p>
        {patient ? <WishContactNotice patientId={patient.id} /> : <p>{t('offer.join.doneText')}</p>}
      </div>
    </Dialog>
  );
}

/** For staff: a message informs the patient of a free time, or staff have to call her. */
function WishContactNotice({ patientId }: { patientId: number }) {
  const { data } = useRead(listWaiting, { query: { userId: String(patientId) } });
  if (!data) return null;
  const unreached = data.some(({ rests }) => rests === 'unreached');
  return <p>{t(unreached ? 'offer.rest.unreached' : 'offer.join.toldByMessage')}</p>;
}
