import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Location, listLocations } from '#shared/contract/locations.ts';
import { addDays } from '#shared/domain/clinic-time.ts';
import { isClosedForGood } from '#shared/domain/visits/closed-branch.ts';
import type { Displacement } from '#web/api/displacement.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { AdminLocationCard } from './admin-location-card.tsx';
import { LocationDelete } from './admin-location-delete.tsx';
import { LocationDialog } from './admin-location-dialog.tsx';

type OpenBranchDialog =
  | { what: 'add' }
  | { what: 'delete'; location: Location }
  | { what: 'edit'; location: Location; closeFrom?: string }
  | null;

interface AdminLocationsPanelProps {
  displacement: Displacement;
  onSchedule(location: Location): void;
  today: string;
}

/** The branches: add, edit and delete; the page opens their schedules. */
export function AdminLocationsPanel({ displacement, today, onSchedule }: AdminLocationsPanelProps) {
  const { data: locations, isError, error, refetch } = useRead(listLocations);
  const [open, setOpen] = useState<OpenBranchDialog>(null);
  const close = () => setOpen(null);
  const add = (
    <Button size="sm" icon={<Plus size={20} aria-hidden="true" />} onClick={() => setOpen({ what: 'add' })}>
      {t('admin.locations.add')}
    </Button>
  );
  return (
    <section className="grid gap-4">
      <SectionHeader
        title={t('admin.locations.title')}
        count={locations && <Count>{formatNumberInLang(locations.length)}</Count>}
        actions={add}
      />
      {isError && (
        <LoadFailed
          title={t('common.state.loadFailed')}
          reason={error.message}
          onAgain={() => void refetch()}
        />
      )}
      {!locations && !isError && <CardSkeletons />}
      {locations?.length === 0 && (
        <EmptyState title={t('admin.locations.emptyTitle')} action={add}>
          {t('admin.locations.emptyText')}
        </EmptyState>
      )}
      <ul className="grid gap-[14px] sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
        {locations?.map((location) => (
          <AdminLocationCard
            key={location.id}
            location={location}
            onEdit={() => setOpen({ what: 'edit', location })}
            onSchedule={() => onSchedule(location)}
            onDelete={() => setOpen({ what: 'delete', location })}
          />
        ))}
      </ul>
      {open?.what === 'add' && <LocationDialog location={null} displacement={displacement} onClose={close} />}
      {open?.what === 'edit' && (
        <LocationDialog
          location={open.location}
          closeFrom={open.closeFrom}
          displacement={displacement}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <LocationDelete
          location={open.location}
          isClosed={isClosedForGood(open.location, today)}
          onCloseFrom={() =>
            setOpen({
              what: 'edit',
              location: open.location,
              closeFrom: open.location.closedFrom ?? addDays(today, 1),
            })
          }
          onClose={close}
        />
      )}
    </section>
  );
}

function CardSkeletons() {
  return (
    <LoadingRegion
      label={t('common.state.loading')}
      className="grid gap-[14px] sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4"
    >
      {['a', 'b', 'c', 'd'].map((card) => (
        <Skeleton key={card} className="h-[320px] rounded-card!" />
      ))}
    </LoadingRegion>
  );
}
