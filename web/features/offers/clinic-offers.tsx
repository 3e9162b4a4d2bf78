import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { actOnCalls } from '#shared/contract/desk/calls.ts';
import { type ClinicOffer, listOffers, withdrawOffer } from '#shared/contract/offers.ts';
import { useChange } from '#web/api/changes.ts';
import { now as present } from '#web/api/clock.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { listEndProps, listLoadedRows, useList } from '#web/api/lists.ts';
import { useBranchName } from '#web/api/own/branch-name.ts';
import { formatCalledBy } from '#web/api/own/call-text.ts';
import { useSession } from '#web/api/session.ts';
import { useConfirmedWrite } from '#web/api/use-confirmed-write.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useLostFocusReturn } from '#web/ui/frame/use-focus-kept.ts';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { formatHeldUntil, formatOfferTime } from './offer-words.ts';

/** Whether the patient can still take the time slot. */
const isOfferTakeable = ({ answers }: ClinicOffer): boolean => answers.includes('take');
const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const pageSize = 100;
/** Number of ended offers shown at first. */
const endedOffersShown = 30;

/**
 * Open offers with the time until which the slot is held, a button to withdraw each, and patients who asked
 * for a call; below, the most recent ended offers.
 */
export function ClinicOffers() {
  const current = useList(listOffers, { query: { which: 'current', limit: pageSize } });
  const past = useList(listOffers, { query: { which: 'over', limit: endedOffersShown } });
  const { data, error } = current;
  const [ending, setEnding] = useState<ClinicOffer | null>(null);
  const { place: heading, acted } = useLostFocusReturn<HTMLHeadingElement>();
  if (error && !data)
    return (
      <LoadFailed
        title={t('plans.loadFailed')}
        reason={error.message}
        onAgain={() => void current.refetch()}
      />
    );
  if (!data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-40 rounded-card!" />
      </LoadingRegion>
    );
  const kept = listLoadedRows({ data });
  const over = listLoadedRows(past);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {t('plans.offers.list')}
      </h2>
      {kept.length === 0 ? (
        <EmptyState title={t('plans.offers.none')}>{t('plans.offers.noneText')}</EmptyState>
      ) : (
        <>
          <OfferTable label={t('plans.offers.list')} offers={kept} onEnd={setEnding} onCalled={acted} />
          <ListEnd {...listEndProps(current)} />
        </>
      )}
      {over.length > 0 && (
        <section aria-labelledby="over" className="grid gap-3">
          <h2 id="over" className="card-title">
            {t('plans.offers.over')}
          </h2>
          <OfferTable label={t('plans.offers.over')} offers={over} />
          <ListEnd {...listEndProps(past)} />
        </section>
      )}
      {ending && (
        <EndDialog
          offer={ending}
          onClose={() => {
            acted();
            setEnding(null);
          }}
        />
      )}
    </>
  );
}

interface OfferTableProps {
  label: string;
  offers: readonly ClinicOffer[];
  onEnd?(offer: ClinicOffer): void;
  /** Called when a patient is being marked as called. */
  onCalled?(): void;
}

function OfferTable({ label, offers, onEnd, onCalled }: OfferTableProps) {
  const branch = useBranchName();
  return (
    <Table label={label}>
      <TableHead>
        <TableHeading>{t('plans.col.patient')}</TableHeading>
        <TableHeading>{t('plans.offers.time')}</TableHeading>
        <TableHeading>{t('plans.col.answer')}</TableHeading>
        {onEnd && (
          <TableHeading>
            <span className="sr-only">{t('plans.offers.withdraw')}</span>
          </TableHeading>
        )}
      </TableHead>
      <TableBody>
        {offers.map((offer) => (
          <TableRow key={offer.id} data-offer={offer.id}>
            <TableCell place="who">
              <TwoLines
                first={
                  <a
                    className="link inline-flex min-h-6 text-ink!"
                    dir="auto"
                    href={`/clinic/patients/${offer.patient.id}`}
                  >
                    {offer.patient.name}
                  </a>
                }
                second={
                  <PatientPhone now={present()} phone={offer.patient.phone} reach={offer.patient.reach} />
                }
              />
            </TableCell>
            <TableCell place="wide">
              <TwoLines
                first={<span className="num">{formatOfferTime(offer)}</span>}
                second={branch(offer.locationId)}
              />
            </TableCell>
            <TableCell place="wide">
              <TwoLines
                first={t(`plans.offerState.${offer.state}`)}
                second={
                  <span className="num">
                    {joinWithComma(
                      t(`plans.offers.reason.${offer.reason}`),
                      isOfferTakeable(offer) ? formatHeldUntil(offer) : null,
                      offer.calledAt ? formatCalledBy(offer) : null,
                    )}
                  </span>
                }
              />
            </TableCell>
            {onEnd && (
              <TableCell place="wide">
                <span className="flex flex-wrap gap-2 lg:flex-col lg:items-start">
                  {offer.toCall && <CalledButton offer={offer} onCalled={onCalled} />}
                  {isOfferTakeable(offer) && (
                    <Button
                      kind="gho"
                      size="sm"
                      icon={<Undo2 {...icon} />}
                      aria-label={`${t('plans.offers.withdraw')}: ${offer.patient.name}, ${formatOfferTime(offer)}`}
                      onClick={() => onEnd(offer)}
                    >
                      {t('plans.offers.withdraw')}
                    </Button>
                  )}
                </span>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/**
 * Marks a patient who asked for a call as called; the call list can also record the outcome. Hidden for
 * doctors, who have no call list.
 */
function CalledButton({
  offer: { id, patient },
  onCalled,
}: {
  offer: ClinicOffer;
  onCalled?: (() => void) | undefined;
}) {
  const { user } = useSession();
  const { mutateAsync: send, isPending } = useChange(actOnCalls, { untilRead: true });
  if (user?.role === 'doctor') return null;
  const note = () => {
    onCalled?.();
    return send({ body: { act: 'called', about: 'offer', calls: [id] } }).then(
      ({ done }) =>
        showToast({ kind: done > 0 ? 'success' : 'info', title: t('plans.done.called', { n: done }) }),
      (error: unknown) => showErrorToast(t('plans.failed'), error),
    );
  };
  return (
    <Button
      kind="out"
      size="sm"
      icon={<Check {...icon} />}
      busy={isPending}
      aria-label={`${t('plans.call.called')}: ${patient.name}`}
      onClick={() => void note()}
    >
      {t('plans.call.called')}
    </Button>
  );
}

function EndDialog({ offer, onClose }: { offer: ClinicOffer; onClose(): void }) {
  const question = useConfirmedWrite(
    withdrawOffer,
    { params: { id: offer.id } },
    { done: { title: t('plans.offers.withdrawn') }, failed: t('plans.failed'), untilRead: true, onClose },
  );
  return (
    <ConfirmDialog
      {...question}
      title={t('plans.offers.withdrawTitle')}
      description={t('plans.offers.withdrawText', { time: formatOfferTime(offer), name: offer.patient.name })}
      confirmLabel={t('plans.offers.withdraw')}
    />
  );
}
