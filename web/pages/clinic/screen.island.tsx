import { WaitingScreen } from '#web/features/screens/waiting-screen.tsx';
import { defineIsland } from '#web/islands/define.ts';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';

/** The token is in the URL, which the server's rendering does not read. */
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
