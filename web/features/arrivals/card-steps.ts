import type { Card } from '#shared/contract/arrivals.ts';
import { stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { type MessageKey, t } from '#web/i18n.ts';

/** A step that one press takes, with its label and key. */
export interface CardStep {
  to: VisitStage;
  word: string;
  key: string;
}

/** Key and label of the step to a stage, and label of undoing it. */
const stepByStage: Partial<Record<VisitStage, { key: string; word: MessageKey; back: MessageKey }>> = {
  waiting: { key: 'A', word: 'desk.step.waiting', back: 'desk.back.waiting' },
  with_doctor: { key: 'C', word: 'desk.step.with_doctor', back: 'desk.back.with_doctor' },
  seen: { key: 'S', word: 'desk.step.seen', back: 'desk.back.seen' },
  left: { key: 'L', word: 'desk.step.left', back: 'desk.back.left' },
};

export function getNextStep(card: Card): CardStep | null {
  const again = card.status === 'no_show';
  const to = again ? 'waiting' : stageRow(card.stage).next;
  const touch = to && stepByStage[to];
  return touch ? { to, word: t(again ? 'desk.back.no_show' : touch.word), key: touch.key } : null;
}

/** A waiting patient may leave unseen; this is never the next step. */
function getLeaveStep(card: Card): CardStep | null {
  const { left } = stepByStage;
  return left && card.stage === 'waiting' ? { to: 'left', word: t(left.word), key: left.key } : null;
}

/** The step that undoes the last one. */
export function getUndoStep(card: Card): CardStep | null {
  const to = stageRow(card.stage).back;
  const touch = stepByStage[card.stage];
  return to && touch ? { to, word: t(touch.back), key: 'U' } : null;
}

/** Stage that a key gives to the focused card: Enter takes the next step, letters take their own step. */
export function findStageForKey(card: Card, key: string): VisitStage | null {
  const next = getNextStep(card);
  const steps = [next, getLeaveStep(card), getUndoStep(card)];
  return (key === 'Enter' ? next : steps.find((step) => step?.key === key))?.to ?? null;
}
