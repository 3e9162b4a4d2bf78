import { Poster } from '#web/features/screens/poster.tsx';
import { defineIsland } from '#web/islands/define.ts';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';

function PosterIsland() {
  const ready = useHydrated();
  return ready ? <Poster token={window.location.hash.slice(1)} /> : null;
}

export const island = defineIsland({
  name: 'poster',
  areas: ['common', 'errors', 'desk', 'staff'],
  component: PosterIsland,
});
