import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type ClinicOffer, listOffers, withdrawOffer } from '#shared/contract/offers.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { useBranchName } from '#web/api/own/branch-name.ts';
import { useQuestion } from '#web/api/question.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { PhoneOf } from '#web/ui/phone/phone-of.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { timeOf, untilOf } from './offer-words.ts';

const isKept = ({ state }: ClinicOffer): boolean => state === 'open' || state === 'call';
/** So many that are over are shown. */
const lately = 30;

/** What is kept for whom and until when, with the way to let it go; below, what became of the last ones. */
export function ClinicOffers() {
  const { data, error, refetch } = useRead(listOffers);
  const [ending, setEnding] = useState<ClinicOffer | null>(null);
  if (error && !data)
    return <LoadFailed title={t('plans.loadFailed')} reason={error.message} onAgain={() => void refetch()} />;
  if (!data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-40 rounded-card!" />
      </LoadingRegion>
    );
  const kept = data.filter(isKept);
  const over = data.filter((offer) => !isKept(offer)).slice(0, lately);
  return (
    <>
      {kept.length === 0 ? (
        <EmptyState title={t('plans.offers.none')}>{t('plans.offers.noneText')}</EmptyState>
      ) : (
        <OfferTable label={t('plans.offers.list')} offers={kept} onEnd={setEnding} />
      )}
      {over.length > 0 && (
        <section aria-labelledby="over" className="grid gap-3">
          <h2 id="over" className="card-title">
            {t('plans.offers.over')}
          </h2>
          <OfferTable label={t('plans.offers.over')} offers={over} />
        </section>
      )}
      {ending && <EndDialog offer={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

interface OfferTableProps {
  label: string;
  offers: readonly ClinicOffer[];
  onEnd?(offer: ClinicOffer): void;
}

function OfferTable({ label, offers, onEnd }: OfferTableProps) {
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
                  <a className="link text-ink!" dir="auto" href={`/clinic/patients/${offer.patient.id}`}>
                    {offer.patient.name}
                  </a>
                }
                second={<PhoneOf now={present()} phone={offer.patient.phone} reach={offer.patient.reach} />}
              />
            </TableCell>
            <TableCell place="wide">
              <TwoLines
                first={<span className="num">{timeOf(offer)}</span>}
                second={branch(offer.locationId)}
              />
            </TableCell>
            <TableCell place="wide">
              <TwoLines
                first={t(`plans.offerState.${offer.state}`)}
                second={
                  <>
                    {t(`plans.offers.reason.${offer.reason}`)}
                    {onEnd && <span className="num"> · {untilOf(offer)}</span>}
                  </>
                }
              />
            </TableCell>
            {onEnd && (
              <TableCell place="wide">
                <Button
                  kind="gho"
                  size="sm"
                  icon={<Undo2 size={18} strokeWidth={1.7} aria-hidden="true" />}
                  aria-label={`${t('plans.offers.withdraw')}: ${offer.patient.name}, ${timeOf(offer)}`}
                  onClick={() => onEnd(offer)}
                >
                  {t('plans.offers.withdraw')}
                </Button>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function EndDialog({ offer, onClose }: { offer: ClinicOffer; onClose(): void }) {
  const question = useQuestion(
    withdrawOffer,
    { params: { id: offer.id } },
    { done: { title: t('plans.offers.withdrawn') }, failed: t('plans.failed'), untilRead: true, onClose },
  );
  return (
    <ConfirmDialog
      {...question}
      title={t('plans.offers.withdrawTitle')}
      description={t('plans.offers.withdrawText', { time: timeOf(offer), name: offer.patient.name })}
      confirmLabel={t('plans.offers.withdraw')}
    />
  );
}
