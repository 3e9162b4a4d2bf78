import { BellRing } from 'lucide-react';
import { useId, useState } from 'react';
import { listWaiting } from '#shared/contract/offers.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { useWho } from '#web/features/appointments/booking/use-who.ts';
import { VisitorFields } from '#web/features/appointments/booking/visitor-fields.tsx';
import { number, t } from '#web/i18n.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { openWishDialog, type WishDialogRequest } from '#web/islands/wish-dialog.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useWish } from './use-wish.ts';
import { WishFields } from './wish-fields.tsx';

interface WishDialogProps extends WishDialogRequest {
  onClose(): void;
}

/**
 * What would suit her; of a visitor then name, mobile and code, as for a booking; and that she is on the
 * list. Staff enter it for a patient.
 */
export function WishDialog({ onClose, ...request }: WishDialogProps) {
  const { today, patient } = request;
  const { user } = useSession(true);
  const state = useWish(request);
  const [asksWho, setAsksWho] = useState(false);
  const who = useWho(!user);
  const form = useId();
  const { joined, refused, busy } = state;
  async function joinAs() {
    const person = await who.enter();
    if (person && lookedAfter.includes(person.role)) await state.join();
  }
  const onwards = () => (user || patient ? void state.join() : setAsksWho(true));
  const logIn = () => {
    onClose();
    void openAuthDialog({ tab: 'login', onSignedIn: () => void openWishDialog(request) });
  };
  const entersWho = asksWho && !user;
  const unheard = !user && who.withoutCode === true;
  const close = (
    <Button kind={joined ? 'pri' : 'out'} onClick={onClose}>
      {t('common.action.close')}
    </Button>
  );
  const onwardsWord = patient ? 'offer.join.staffSubmit' : 'offer.join.submit';
  // Two elements: one button that became a submit button while it was pressed would send the form at once.
  const submit = (
    <Button
      key={entersWho ? 'send' : 'onwards'}
      {...(entersWho ? { type: 'submit' as const, form } : { onClick: onwards })}
      busy={busy || who.busy}
      busyLabel={t('offer.working')}
      disabled={!state.ready}
      icon={<BellRing size={18} strokeWidth={1.7} aria-hidden="true" />}
    >
      {t(entersWho && !who.typed.sent ? 'booking.who.send' : onwardsWord)}
    </Button>
  );
  const words = patient
    ? t('offer.join.staffText', { name: patient.name })
    : t('offer.join.text', { most: number(offersPerWish) });
  if (joined)
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
          <p>{t(patient ? 'offer.wait.place' : 'offer.wish.place', { n: number(joined.place) })}</p>
          {patient ? <IsReached patientId={patient.id} /> : <p>{t('offer.join.doneText')}</p>}
        </div>
      </Dialog>
    );
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('offer.join.title')}
      description={words}
      closeLabel={t('common.action.close')}
      actions={unheard ? close : submit}
    >
      {refused && (
        <Notice kind="danger" live>
          {refused.message}
        </Notice>
      )}
      {unheard ? (
        <Notice kind="warn">{t('offer.join.unheard')}</Notice>
      ) : entersWho ? (
        <div className="grid gap-4">
          <VisitorFields who={who} formId={form} onEntered={() => void joinAs()} />
          <p className="text-small text-ink-2">
            {t('booking.who.accountTitle')}{' '}
            <Button kind="gho" size="sm" onClick={logIn}>
              {t('booking.loginRequired.button')}
            </Button>
          </p>
        </div>
      ) : state.ready ? (
        <WishFields today={today} state={state} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </Dialog>
  );
}

/** To staff: that a message tells her of what opens, or that somebody has to call her. */
function IsReached({ patientId }: { patientId: number }) {
  const { data } = useRead(listWaiting, { query: { userId: String(patientId) } });
  if (!data) return null;
  const unreached = data.some(({ rests }) => rests === 'unreached');
  return <p>{t(unreached ? 'offer.rest.unreached' : 'offer.join.toldByMessage')}</p>;
}
