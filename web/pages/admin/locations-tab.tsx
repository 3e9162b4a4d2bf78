import { useState } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { AdminLocationsPanel } from '#web/features/locations/admin-locations-panel.tsx';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';
import { useDisplacement } from './use-displacement.tsx';

const LocationHours = lazyPreloaded(() => import('./location-hours.tsx').then((m) => m.LocationHours));

/** The branches of an admin, with their schedules. */
export function LocationsTab({ today }: { today: string }) {
  const [scheduled, setScheduled] = useState<Location | null>(null);
  const displacement = useDisplacement();
  return (
    <>
      <AdminLocationsPanel displacement={displacement} today={today} onSchedule={setScheduled} />
      {scheduled && <LocationHours location={scheduled} today={today} onClose={() => setScheduled(null)} />}
    </>
  );
}
