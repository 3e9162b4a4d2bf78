import { WaitingScreen } from '#web/features/screens/waiting-screen.tsx';
import { defineIsland } from '#web/islands/define.ts';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';

/** The token stands in the address, which the server's page knows nothing of. */
function ScreenIsland({ clinic }: { clinic: { name: string; nameAr: string | null } }) {
  const ready = useHydrated();
  if (!ready) return null;
  return <WaitingScreen token={window.location.pathname.split('/').at(-1) ?? ''} clinic={clinic} />;
}

export const island = defineIsland({
  name: 'screen',
  areas: ['common', 'errors', 'desk'],
  component: ScreenIsland,
});
