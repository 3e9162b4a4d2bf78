import { proposeAgain } from '#shared/contract/disruptions.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { buildOffers, useProposalChoices } from './choices.ts';
import { DisplacedVisits } from './displaced-visits.tsx';
import { OfferBar } from './offer-bar.tsx';
import { useDisplacedActs } from './use-displaced-acts.ts';

interface OfferAgainProps {
  disruptionId: number;
  listHref: string;
  onDone(): void;
}

/** Patients without a reserved time, with the times that can be offered now; one press offers all of them. */
export function OfferAgain({ disruptionId, listHref, onDone }: OfferAgainProps) {
  const { data, error, refetch } = useRead(proposeAgain, { params: { id: disruptionId } });
  const { choices, choose } = useProposalChoices();
  const { act, doing } = useDisplacedActs(disruptionId);
  if (error && !data)
    return <LoadFailed title={t('plans.loadFailed')} reason={error.message} onAgain={() => void refetch()} />;
  if (!data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-56 rounded-card!" />
      </LoadingRegion>
    );
  return (
    <section aria-label={t('plans.offer.again')} className="grid gap-4">
      <DisplacedVisits displaced={data} choices={choices} onChoose={choose} listHref={listHref} />
      {data.count > 0 && (
        <OfferBar
          visits={data.visits}
          choices={choices}
          summary="plans.offer.summary"
          label={t('plans.offer.do')}
          busy={doing === 'offer'}
          onOffer={() => void act('offer', buildOffers(data.visits, choices)).then(onDone)}
        />
      )}
    </section>
  );
}
