import type { Card } from '#shared/contract/arrivals.ts';
import { stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { type MessageKey, t } from '#web/i18n.ts';

/** The step that one touch takes, with its word and its key; none where she is done with. */
export interface Step {
  to: VisitStage;
  word: string;
  key: string;
}

/** What leads to a stage: its key, its word, and the word of what takes it back. */
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

/** Who waits may leave before she was seen; it is never what comes next. */
function leaveStep(card: Card): Step | null {
  const { left } = touches;
  return left && card.stage === 'waiting' ? { to: 'left', word: t(left.word), key: left.key } : null;
}

/** The step that takes the last one back. */
export function stepBack(card: Card): Step | null {
  const to = stageRow(card.stage).back;
  const touch = touches[card.stage];
  return to && touch ? { to, word: t(touch.back), key: 'U' } : null;
}

/** What a key does to the card under the focus: Enter what comes next, letters their own step. */
export function stepOfKey(card: Card, key: string): VisitStage | null {
  const next = nextStep(card);
  const steps = [next, leaveStep(card), stepBack(card)];
  return (key === 'Enter' ? next : steps.find((step) => step?.key === key))?.to ?? null;
}
