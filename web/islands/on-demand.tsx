import { type ComponentType, Suspense, startTransition, useState } from 'react';
import { preloadCode } from '#web/ui/frame/import-with-retry.ts';
import { lazyPart, showLoadFailedToast } from '#web/ui/overlay/lazy-part.tsx';
import { loadToastHost } from './toast.ts';

interface TriggerProps {
  /** Preloads the code before the button is pressed. */
  onPointerEnter(): void;
  onFocus(): void;
  onClick(): void;
}

/**
 * The code could not be loaded: the button stays, because an error panel would not fit, and each press shows
 * an error toast.
 */
const failedTrigger: TriggerProps = {
  onPointerEnter: () => undefined,
  onFocus: () => undefined,
  onClick: showLoadFailedToast,
};

/**
 * A button that opens a menu or a panel whose code is loaded on hover or focus. After a press the loaded part
 * replaces the button and opens. While it loads, the button stays and keeps the focus.
 */
export function createOnDemandButton<P extends object>(
  bring: () => Promise<ComponentType<P & { defaultOpen: boolean }>>,
  Closed: ComponentType<P & { trigger: TriggerProps }>,
) {
  const Whole = lazyPart(bring, (props: P) => <Closed {...props} trigger={failedTrigger} />);
  return function OnDemand(props: P) {
    const [wanted, setWanted] = useState(false);
    // A press loads it again and reports a failure.
    const fetch = () => preloadCode(bring);
    const closed = (
      <Closed
        {...props}
        trigger={{
          onPointerEnter: fetch,
          onFocus: fetch,
          onClick() {
            // Loads the toasts, which may report that loading takes longer.
            void loadToastHost();
            startTransition(() => setWanted(true));
          },
        }}
      />
    );
    return <Suspense fallback={closed}>{wanted ? <Whole {...props} defaultOpen /> : closed}</Suspense>;
  };
}
