import type { Card } from '#shared/contract/arrivals.ts';
import { stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { type MessageKey, t } from '#web/i18n.ts';

/** A step that one press takes, with its label and key. */
export interface Step {
  to: VisitStage;
  word: string;
  key: string;
}

/** Key and label of the step to a stage, and label of undoing it. */
const touches: Partial<Record<VisitStage, { key: string; word: MessageKey; back: MessageKey }>> = {
  waiting: { key: 'A', word: 'desk.step.waiting', back: 'desk.back.waiting' },
  with_doctor: { key: 'C', word: 'desk.step.with_doctor', back: 'desk.back.with_doctor' },
  seen: { key: 'S', word: 'desk.step.seen', back: 'desk.back.seen' },
  left: { key: 'L', word: 'desk.step.left', back: 'desk.back.left' },
};

export function nextStep(card: Card): Step | null {
  const again = card.status === 'no_show';
  const to = again ? 'waiting' : stageRow(card.stage).next;
  const touch = to && touches[to];
  return touch ? { to, word: t(again ? 'desk.back.no_show' : touch.word), key: touch.key } : null;
}

/** A waiting patient may leave unseen; this is never the next step. */
function leaveStep(card: Card): Step | null {
  const { left } = touches;
  return left && card.stage === 'waiting' ? { to: 'left', word: t(left.word), key: left.key } : null;
}

/** The step that undoes the last one. */
export function stepBack(card: Card): Step | null {
  const to = stageRow(card.stage).back;
  const touch = touches[card.stage];
  return to && touch ? { to, word: t(touch.back), key: 'U' } : null;
}

/** Stage that a key gives to the focused card: Enter takes the next step, letters take their own step. */
export function stepOfKey(card: Card, key: string): VisitStage | null {
  const next = nextStep(card);
  const steps = [next, leaveStep(card), stepBack(card)];
  return (key === 'Enter' ? next : steps.find((step) => step?.key === key))?.to ?? null;
}
