import type { Location } from '#shared/contract/locations.ts';
import { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';

interface StillNeededProps {
  /** Why the branch could not be closed or changed. */
  error: unknown;
  location: Location;
  /** Opens the hours: closing them offers each patient another branch. */
  onSchedule?: (() => void) | undefined;
}

/** Ways to the appointments, offers and waiting patients because of which a branch cannot be closed or changed. */
export function StillNeeded({ error, location, onSchedule }: StillNeededProps) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'still_open')
    return (
      <a className="link" href="/clinic/disruptions?tab=waiting">
        {t('admin.locations.showWaiting')}
      </a>
    );
  if (code !== 'has_future_appointments') return null;
  return (
    <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <a className="link" href={`/admin/dashboard?tab=appointments&period=coming&location=${location.id}`}>
        {t('admin.locations.showAppointments')}
      </a>
      {onSchedule && (
        <Button kind="out" size="sm" onClick={onSchedule}>
          {t('admin.locations.changeHours')}
        </Button>
      )}
    </span>
  );
}
