import { ArrowDownUp, Undo2, UserX } from 'lucide-react';
import { useState } from 'react';
import { type ClinicDay, clinicDay } from '#shared/contract/arrivals.ts';
import { isMissed } from '#shared/domain/visits/appointment-status.ts';
import { sortQueue } from '#shared/domain/visits/queue.ts';
import type { VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { getNextStep, getUndoStep } from './card-steps.ts';
import { MoveDialog } from './move-dialog.tsx';
import { applyPendingSteps, usePendingSteps } from './pending-steps.ts';
import { buildClinicDayInput, useTakeStep } from './use-board.ts';

interface ArrivalStepsProps {
  visit: { id: number; locationId: number; appointmentDate: string };
  /** Called after a step. */
  onDone(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Check-in and all other steps of the day for an appointment today, in its panel. */
export function ArrivalSteps({ visit, onDone }: ArrivalStepsProps) {
  const { data } = useRead(clinicDay, buildClinicDayInput(visit.locationId, visit.appointmentDate));
  const [said, announce] = useState('');
  const [queueing, setQueueing] = useState(false);
  const step = useTakeStep(announce);
  const cards = applyPendingSteps((data as ClinicDay | undefined)?.cards ?? [], usePendingSteps());
  const card = cards.find(({ id }) => id === visit.id);
  if (!card) return null;
  const [next, back] = [getNextStep(card), getUndoStep(card)];
  function take(to: VisitStage) {
    if (card) void step(card, to);
    onDone();
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {next && (
        <Button size="sm" onClick={() => take(next.to)}>
          {card.stage === 'expected' && next.to === 'waiting' ? t('desk.step.checkIn') : next.word}
        </Button>
      )}
      {back && (
        <Button
          kind="out"
          size="sm"
          icon={<Undo2 {...icon} className="flip" />}
          onClick={() => take(back.to)}
        >
          {back.word}
        </Button>
      )}
      {card.stage === 'waiting' && (
        <>
          <Button kind="out" size="sm" icon={<UserX {...icon} />} onClick={() => take('left')}>
            {t('desk.step.left')}
          </Button>
          <Button
            kind="out"
            size="sm"
            icon={<ArrowDownUp {...icon} />}
            aria-haspopup="dialog"
            onClick={() => setQueueing(true)}
          >
            {t('desk.card.move')}
          </Button>
        </>
      )}
      {!isMissed(card.status) && (
        <span className="text-small text-ink-2">
          {joinWithComma(
            t(`desk.stage.${card.stage}`),
            card.ticket === null ? null : t('desk.card.ticket', { n: formatNumberInLang(card.ticket) }),
          )}
        </span>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
      {queueing && (
        <MoveDialog
          card={card}
          waiting={sortQueue(cards)}
          before={null}
          onMoved={announce}
          onClose={() => setQueueing(false)}
        />
      )}
    </div>
  );
}
