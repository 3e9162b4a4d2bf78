import { listNoShows } from '#shared/contract/desk/no-shows.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { formatMissedCount } from './missed-count.ts';
import { MissedVisit } from './missed-visit.tsx';

interface MissedDialogProps {
  /** The missed appointment. */
  visit: { id: number; userId: number; name: string };
  onClose(): void;
}

/** Dialog for a missed appointment, opened from a list or the board. Mounted while it is open. */
export function MissedDialog({ visit, onClose }: MissedDialogProps) {
  const { data, isError, refetch } = useRead(listNoShows, { query: { patientId: String(visit.userId) } });
  const one = data?.noShows.find(({ id }) => id === visit.id);
  return (
    <Dialog
      open
      title={t('staff.missed.title')}
      description={visit.name}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {isError && !data && (
          <LoadFailed title={t('common.state.loadFailed')} onAgain={() => void refetch()} />
        )}
        {!data && !isError && (
          <LoadingRegion label={t('common.state.loading')}>
            <Skeleton className="h-32" />
          </LoadingRegion>
        )}
        {data && <p className="text-ui text-ink-2">{formatMissedCount(data)}</p>}
        {one && <MissedVisit one={one} onTakenBack={onClose} />}
      </div>
    </Dialog>
  );
}
