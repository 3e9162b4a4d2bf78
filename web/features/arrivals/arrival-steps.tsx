import { ArrowDownUp, Undo2, UserX } from 'lucide-react';
import { useState } from 'react';
import { type ClinicDay, clinicDay } from '#shared/contract/arrivals.ts';
import { isMissed } from '#shared/domain/visits/appointment-status.ts';
import { inQueue } from '#shared/domain/visits/queue.ts';
import type { VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { useRead } from '#web/api/hooks.ts';
import { joined, number, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { useKeptSteps, withSteps } from './kept-steps.ts';
import { MoveDialog } from './move-dialog.tsx';
import { nextStep, stepBack } from './steps-of.ts';
import { dayOf, useStep } from './use-board.ts';

interface ArrivalStepsProps {
  visit: { id: number; locationId: number; appointmentDate: string };
  /** Called after a step. */
  onDone(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Check-in and all other steps of the day for an appointment today, in its panel. */
export function ArrivalSteps({ visit, onDone }: ArrivalStepsProps) {
  const { data } = useRead(clinicDay, dayOf(visit.locationId, visit.appointmentDate));
  const [said, announce] = useState('');
  const [queueing, setQueueing] = useState(false);
  const step = useStep(announce);
  const cards = withSteps((data as ClinicDay | undefined)?.cards ?? [], useKeptSteps());
  const card = cards.find(({ id }) => id === visit.id);
  if (!card) return null;
  const [next, back] = [nextStep(card), stepBack(card)];
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
          {joined(
            t(`desk.stage.${card.stage}`),
            card.ticket === null ? null : t('desk.card.ticket', { n: number(card.ticket) }),
          )}
        </span>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
      {queueing && (
        <MoveDialog
          card={card}
          waiting={inQueue(cards)}
          before={null}
          onMoved={announce}
          onClose={() => setQueueing(false)}
        />
      )}
    </div>
  );
}
