import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { useRead } from '#web/api/hooks.ts';
import { joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { LocationCard } from './location-card.tsx';

interface LocationsPanelProps {
  /** Consultation hours of a branch, from the feature `schedules`. */
  hours(location: Location): ReactNode;
  onSeeAppointments(location: Location): void;
}

/** The list of branches as doctors see it. */
export function LocationsPanel(props: LocationsPanelProps) {
  const { data, isError, refetch } = useRead(listLocations);
  return (
    <section aria-label={t('doctor.locations.title')} className="grid gap-[18px]">
      <SectionHeader title={t('doctor.locations.title')} />
      {isError && !data && <LoadFailed title={t('common.state.loadFailed')} onAgain={() => void refetch()} />}
      {!data && !isError && <CardsSkeleton />}
      {data?.length === 0 && (
        <EmptyState title={t('doctor.locations.emptyTitle')}>{t('doctor.locations.emptyText')}</EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={columns}>
          {data.map((location) => (
            <BranchCard key={location.id} location={location} {...props} />
          ))}
        </ul>
      )}
    </section>
  );
}

const columns = 'grid gap-[14px] sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4';

function BranchCard({ location, hours, onSeeAppointments }: { location: Location } & LocationsPanelProps) {
  return (
    <LocationCard
      location={location}
      look="desk"
      withHours={false}
      foot={
        <Button kind="gho" size="sm" block onClick={() => onSeeAppointments(location)}>
          {t('doctor.locations.seeAppointments')}
          <span className="sr-only">{joinWithComma('', pickLanguage(location.name, location.nameAr))}</span>
          <ArrowRight size={16} strokeWidth={1.7} aria-hidden="true" className="flip" />
        </Button>
      }
    >
      <div className="mt-2 border-t border-line pt-2 text-ink-2">
        <h4 className="mb-1 text-xs font-strong text-ink">{t('doctor.locations.schedule')}</h4>
        <div className="text-xs leading-[1.6]">{hours(location)}</div>
      </div>
    </LocationCard>
  );
}

function CardsSkeleton() {
  return (
    <LoadingRegion label={t('common.state.loading')} className={columns}>
      {['a', 'b', 'c', 'd'].map((card) => (
        <Skeleton key={card} className="h-72 rounded-card!" />
      ))}
    </LoadingRegion>
  );
}
