import { Undo2 } from 'lucide-react';
import type { Card as VisitCard } from '#shared/contract/arrivals.ts';
import { withdrawNoShow } from '#shared/contract/desk/no-shows.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { now as present } from '#web/api/clock.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { formatCardName } from '#web/features/arrivals/board-names.ts';
import type { CardActions } from '#web/features/arrivals/visit-card.tsx';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TruncatedName } from '#web/ui/frame/cut-name.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';

interface ClosingMissedProps {
  cards: readonly VisitCard[];
  actions: CardActions;
  /** Called when an entry is undone: its row disappears. */
  onBack(): void;
}

/** Patients marked as missed: each mark can be undone or excused. */
export function ClosingMissed({ cards, actions, onBack }: ClosingMissedProps) {
  const { mutate: takeBack, isPending, variables } = useChange(withdrawNoShow, { untilRead: true });
  if (cards.length === 0) return null;
  function back(id: number) {
    onBack();
    takeBack({ params: { id } }, { onError: (error) => showErrorToast(t('desk.failed'), error) });
  }
  return (
    <Card as="section" aria-labelledby="closing-missed" className="grid gap-3 px-5 py-[18px]">
      <h2 id="closing-missed" className="card-title">
        {t('desk.end.missed', { n: cards.length })}
      </h2>
      <ul className="grid gap-2 lg:grid-cols-2">
        {cards.map((card) => (
          <li
            key={card.id}
            className="flex min-h-14 flex-wrap items-center gap-x-2 rounded-item border border-line ps-3 pe-1"
          >
            <span className="min-w-0 flex-1 basis-40 py-1">
              <TruncatedName>{formatCardName(card)}</TruncatedName>
              <small className="text-xs text-ink-2">
                {joinWithComma(formatTime(currentLang(), card.appointmentTime), '')}
                <PatientPhone now={present()} {...card.patient} />
              </small>
            </span>
            <Button
              kind="gho"
              size="sm"
              aria-label={joinWithComma(t('staff.missed.excuse'), formatCardName(card))}
              onClick={() => actions.missed(card)}
            >
              {t('staff.missed.excuse')}
            </Button>
            <Button
              kind="gho"
              size="sm"
              icon={<Undo2 size={18} strokeWidth={1.7} aria-hidden="true" className="flip" />}
              aria-label={joinWithComma(t('staff.missed.takeBack'), formatCardName(card))}
              busy={isPending && variables.params.id === card.id}
              onClick={() => back(card.id)}
            >
              {t('staff.missed.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
