import { PosterCard } from '#web/features/arrivals/poster-card.tsx';
import { defineIsland } from '#web/islands/define.ts';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';

/** The token is in the URL, which the server's rendering does not read. */
function HereIsland() {
  const ready = useHydrated();
  return ready ? <PosterCard token={window.location.pathname.split('/').at(-1) ?? ''} /> : null;
}

export const island = defineIsland({
  name: 'here',
  areas: ['common', 'errors', 'public', 'booking-own'],
  component: HereIsland,
});
