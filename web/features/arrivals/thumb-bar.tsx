import { Plus } from 'lucide-react';
import type { Card } from '#shared/contract/arrivals.ts';
import { joined, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { nameOf } from './board-names.ts';
import { nextStep } from './steps-of.ts';
import { Ticket } from './ticket.tsx';
import type { CardActions } from './visit-card.tsx';

/** Under the thumb on a phone: what comes next for who is first, and somebody without a visit. */
export function ThumbBar({
  first,
  actions,
  onWalkIn,
}: {
  first: Card | null;
  actions: CardActions;
  onWalkIn(): void;
}) {
  const next = first && nextStep(first);
  return (
    <div className="thumb-bar lg:hidden">
      <IconButton label={t('desk.walkIn.open')} className="thumb-plus" onClick={onWalkIn}>
        <Plus size={24} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {first && next && (
        <Button
          className="min-w-0 flex-1"
          aria-label={joined(next.word, nameOf(first))}
          onClick={() => actions.step(first, next.to)}
        >
          <Ticket n={first.ticket} small />
          <span className="min-w-0 flex-1 text-start">
            <b className="block">{next.word}</b>
            <small className="block truncate text-xs">{nameOf(first)}</small>
          </span>
        </Button>
      )}
    </div>
  );
}
