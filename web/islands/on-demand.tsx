import { type ComponentType, Suspense, startTransition, useState } from 'react';
import { fetchAhead } from '#web/ui/frame/fetch-code.ts';
import { lazyPart, sayMissing } from '#web/ui/overlay/lazy-part.tsx';
import { prepareToasts } from './toast.ts';

interface TriggerProps {
  /** Fetches what opens, before it is pressed. */
  onPointerEnter(): void;
  onFocus(): void;
  onClick(): void;
}

/** It did not come: the button stays, where a whole panel would find no place, and says so each time. */
const away: TriggerProps = {
  onPointerEnter: () => undefined,
  onFocus: () => undefined,
  onClick: sayMissing,
};

/**
 * A button that opens something (a menu, a panel) whose code is fetched when somebody comes near it. Until it
 * is pressed the button stands alone; then the whole part takes its place, open. Until that has come the
 * button stays, and so does the focus on it.
 */
export function onDemand<P extends object>(
  bring: () => Promise<ComponentType<P & { defaultOpen: boolean }>>,
  Closed: ComponentType<P & { trigger: TriggerProps }>,
) {
  const Whole = lazyPart(bring, (props: P) => <Closed {...props} trigger={away} />);
  return function OnDemand(props: P) {
    const [wanted, setWanted] = useState(false);
    // Pressed, it is asked for again and says itself when it does not come.
    const fetch = () => fetchAhead(bring);
    const closed = (
      <Closed
        {...props}
        trigger={{
          onPointerEnter: fetch,
          onFocus: fetch,
          onClick() {
            // What says that it takes longer.
            void prepareToasts();
            startTransition(() => setWanted(true));
          },
        }}
      />
    );
    return <Suspense fallback={closed}>{wanted ? <Whole {...props} defaultOpen /> : closed}</Suspense>;
  };
}
