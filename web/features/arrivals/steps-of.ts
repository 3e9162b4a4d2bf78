import type { Card } from '#shared/contract/arrivals.ts';
import { stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { type MessageKey, t } from '#web/i18n.ts';

/** The step that one touch takes, with its word and its key; none where she is done with. */
export interface Step {
  to: VisitStage;
  word: string;
  key: string;
}

const keys: Partial<Record<VisitStage, string>> = { waiting: 'A', with_doctor: 'C', seen: 'S', left: 'L' };
const words = {
  waiting: 'desk.step.waiting',
  with_doctor: 'desk.step.with_doctor',
  seen: 'desk.step.seen',
  left: 'desk.step.left',
} as const satisfies Partial<Record<VisitStage, MessageKey>>;

export function nextStep(card: Card): Step | null {
  if (card.status === 'no_show')
    return { to: 'waiting', word: t('desk.back.no_show'), key: keys.waiting ?? '' };
  const { next } = stageRow(card.stage);
  if (next === null || !(next in words)) return null;
  return { to: next, word: t(words[next as keyof typeof words]), key: keys[next] ?? '' };
}

const back = {
  waiting: 'desk.back.waiting',
  with_doctor: 'desk.back.with_doctor',
  seen: 'desk.back.seen',
  left: 'desk.back.left',
} as const satisfies Partial<Record<VisitStage, MessageKey>>;

/** The step that takes the last one back. */
export function stepBack(card: Card): Step | null {
  const to = stageRow(card.stage).back;
  if (to === null || !(card.stage in back)) return null;
  return { to, word: t(back[card.stage as keyof typeof back]), key: 'U' };
}

/** The letters that act on the card under the focus. */
export function stepOfKey(card: Card, key: string): VisitStage | null {
  const letter = key.toUpperCase();
  if (letter === 'U') return stepBack(card)?.to ?? null;
  if (letter === 'L') return card.stage === 'waiting' ? 'left' : null;
  const next = nextStep(card);
  return next && (letter === next.key || key === 'Enter') ? next.to : null;
}
