import { Clock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { EarliestTimesProps } from './earliest-times.tsx';

/** Loaded when the user asks for it. */
const EarliestTimes = lazyPart(() =>
  loadWithMessages(['booking'], () => import('./earliest-times.tsx')).then((m) => m.EarliestTimes),
);

/** First free times of all branches, on request, for patients who do not mind which branch. */
export function EarliestAnywhere(props: EarliestTimesProps) {
  const [asked, setAsked] = useState(false);
  if (props.locations.length < 2) return null;
  return (
    <div className="mt-4 grid gap-2">
      {asked ? (
        <Suspense fallback={<Skeleton className="h-16" />}>
          <EarliestTimes {...props} />
        </Suspense>
      ) : (
        <Button
          kind="sec"
          className="justify-self-start"
          icon={<Clock size={18} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => setAsked(true)}
        >
          {t('booking.earliest.ask')}
        </Button>
      )}
    </div>
  );
}
