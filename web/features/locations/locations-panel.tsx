import { ArrowRight, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { useRead } from '#web/api/hooks.ts';
import { inLang, joined, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { LocationPicture } from './location-picture.tsx';

interface LocationsPanelProps {
  /** When a branch sees patients: a thing of schedules, handed in by the page. */
  hours(location: Location): ReactNode;
  onSeeAppointments(location: Location): void;
}

/** Clinic Locations, as a doctor looks them up. */
export function LocationsPanel(props: LocationsPanelProps) {
  const { data, isError, refetch } = useRead(listLocations);
  return (
    <section aria-label={t('doctor.locations.title')} className="grid gap-[18px]">
      <SectionHeader title={t('doctor.locations.title')} />
      {isError && !data && (
        <Notice kind="danger" live title={t('common.state.loadFailed')}>
          <Button kind="out" size="sm" className="mt-2" onClick={() => void refetch()}>
            {t('common.action.retry')}
          </Button>
        </Notice>
      )}
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
const small = {
  size: 16,
  strokeWidth: 1.7,
  'aria-hidden': true,
  className: 'mt-[3px] flex-none text-ink-3',
} as const;

function BranchCard({ location, hours, onSeeAppointments }: { location: Location } & LocationsPanelProps) {
  return (
    <Card as="li" className="flex flex-col overflow-hidden">
      <LocationPicture location={location} />
      <div className="grid flex-1 content-start gap-[6px] px-4 py-[14px] text-small text-ink-2">
        <h3 className="display mb-[2px] text-[1.25rem] leading-snug text-ink arabic:text-[1.5rem]">
          {inLang(location.name, location.nameAr)}
        </h3>
        <p className="flex gap-[9px]">
          <MapPin {...small} />
          <span className="min-w-0">{inLang(location.address, location.addressAr)}</span>
        </p>
        {location.phone && (
          <p className="flex gap-[9px]">
            <Phone {...small} />
            <a
              href={`tel:${location.phone.replaceAll(' ', '')}`}
              className="ltr num -my-3 inline-flex min-h-tap items-center underline-offset-4 hover:text-accent hover:underline"
            >
              {location.phone}
            </a>
          </p>
        )}
        <div className="mt-2 border-t border-line pt-2">
          <h4 className="mb-1 text-xs font-strong text-ink">{t('doctor.locations.schedule')}</h4>
          <div className="text-xs leading-[1.6]">{hours(location)}</div>
        </div>
      </div>
      <div className="border-t border-line p-1">
        <Button kind="gho" size="sm" block onClick={() => onSeeAppointments(location)}>
          {t('doctor.locations.seeAppointments')}
          <span className="sr-only">{joined('', inLang(location.name, location.nameAr))}</span>
          <ArrowRight size={16} strokeWidth={1.7} aria-hidden="true" className="flip" />
        </Button>
      </div>
    </Card>
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
