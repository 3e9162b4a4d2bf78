import { ShieldCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { countNoShow, excuseNoShow, type NoShow, withdrawNoShow } from '#shared/contract/desk/no-shows.ts';
import { useChange } from '#web/api/changes.ts';
import { type ApiError } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { type MessageKey, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { MissedVisitTextForm } from './words-form.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

const showMissedError = (error: ApiError) => showErrorToast(t('staff.missed.failed'), error);
const showMissedSuccess = (key: MessageKey) => showToast({ kind: 'success', title: t(key) });

interface MissedVisitProps {
  one: NoShow;
  /** Called after the status "missed" was undone. */
  onTakenBack?(): void;
}

/** Consequence of a missed appointment, the patient's explanation, and the actions of staff. */
export function MissedVisit({ one, onTakenBack }: MissedVisitProps) {
  const [excusing, setExcusing] = useState(false);
  const again = useChange(countNoShow, { untilRead: true });
  const back = useChange(withdrawNoShow, { untilRead: true });
  const params = { id: one.id };
  return (
    <div className="grid gap-2 rounded-item bg-tone-attention-bg/60 px-3 py-2 text-small text-ink">
      <p className="font-strong">{t(`staff.missed.state.${one.state}`)}</p>
      {one.excuse && (
        <p dir="auto" className="wrap-anywhere">
          {t('staff.missed.because', { text: one.excuse })}
        </p>
      )}
      <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink-2">
        {one.said ? t('staff.missed.said', { text: one.said }) : t('staff.missed.silent')}
      </p>
      {excusing ? (
        <ExcuseForm id={one.id} onDone={() => setExcusing(false)} />
      ) : (
        <div className="-ms-2 flex flex-wrap gap-1">
          <Button
            kind="gho"
            size="sm"
            icon={<Undo2 {...icon} className="flip" />}
            busy={back.isPending}
            onClick={() =>
              back.mutate(
                { params },
                {
                  onError: showMissedError,
                  onSuccess() {
                    showMissedSuccess('staff.missed.takenBack');
                    onTakenBack?.();
                  },
                },
              )
            }
          >
            {t('staff.missed.takeBack')}
          </Button>
          {one.state === 'excused' ? (
            <Button
              kind="gho"
              size="sm"
              busy={again.isPending}
              onClick={() =>
                again.mutate(
                  { params },
                  { onError: showMissedError, onSuccess: () => showMissedSuccess('staff.missed.counts') },
                )
              }
            >
              {t('staff.missed.countAgain')}
            </Button>
          ) : (
            <Button kind="gho" size="sm" icon={<ShieldCheck {...icon} />} onClick={() => setExcusing(true)}>
              {t('staff.missed.excuse')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function ExcuseForm({ id, onDone }: { id: number; onDone(): void }) {
  const { mutate: excuse, isPending } = useChange(excuseNoShow, { untilRead: true });
  return (
    <MissedVisitTextForm
      label={t('staff.missed.reason')}
      help={t('staff.missed.reasonHelp')}
      send={t('staff.missed.saveExcuse')}
      maxLength={300}
      busy={isPending}
      onSend={(reason) =>
        excuse(
          { params: { id }, body: { reason } },
          {
            onError: showMissedError,
            onSuccess() {
              showMissedSuccess('staff.missed.excused');
              onDone();
            },
          },
        )
      }
      onCancel={onDone}
    />
  );
}
