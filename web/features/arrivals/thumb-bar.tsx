import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Card } from '#shared/contract/arrivals.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCardName } from './board-names.ts';
import { getNextStep } from './card-steps.ts';
import { Ticket } from './ticket.tsx';
import type { CardActions } from './visit-card.tsx';

/** True if the card is visible above the bar: then the bar does not need its button. */
function useIsCardVisible(id: number | undefined): boolean {
  const [seen, setSeen] = useState<number | null>(null);
  useEffect(() => {
    const card = document.querySelector(`[data-card="${id}"]`);
    if (!card || id === undefined) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => setSeen((entry?.intersectionRatio ?? 0) > 0.9 ? id : null),
      { rootMargin: '-60px 0px -150px', threshold: [0, 0.9, 1] },
    );
    watch.observe(card);
    return () => watch.disconnect();
  });
  return id !== undefined && seen === id;
}

/**
 * Bar at the bottom on a phone: walk-in, and the next step of the first patient while her card is out of
 * view, so that the bar never covers that card.
 */
export function PhoneBottomBar({
  first,
  actions,
  onWalkIn,
}: {
  first: Card | null;
  actions: CardActions;
  onWalkIn(): void;
}) {
  const next = first && getNextStep(first);
  const inSight = useIsCardVisible(first?.id);
  return (
    <div className="thumb-bar lg:hidden">
      <Button
        kind="out"
        className="thumb-plus"
        icon={<Plus size={22} strokeWidth={1.8} aria-hidden="true" />}
        onClick={onWalkIn}
      >
        {t('desk.walkIn.open')}
      </Button>
      {first && next && !inSight && (
        <Button
          className="min-w-0 flex-1"
          aria-label={joinWithComma(next.word, formatCardName(first))}
          onClick={() => actions.step(first, next.to)}
        >
          <Ticket n={first.ticket} small />
          <span className="min-w-0 flex-1 text-start">
            <b className="block">{next.word}</b>
            <small className="block truncate text-xs">{formatCardName(first)}</small>
          </span>
        </Button>
      )}
    </div>
  );
}
