import { type Card, changeStage } from '#shared/contract/arrivals.ts';
import { stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { change } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** A step of a card that was taken here and is not yet confirmed by the server. */
export interface KeptStep {
  readonly id: number;
  readonly from: VisitStage;
  readonly to: VisitStage;
  /** Time of the press, by the server's clock. */
  readonly at: string;
  /** The connection was lost: the step waits until it is back. */
  readonly waits: boolean;
}

const none: readonly KeptStep[] = [];
const kept = createStore<readonly KeptStep[]>(none);
export const useKeptSteps = (): readonly KeptStep[] => useStore(kept, none, (steps) => steps);

const put = (step: KeptStep) => kept.set([...kept.read(), step]);
const drop = (step: KeptStep) => kept.set(kept.read().filter((other) => other !== step));

/** A delayed step sends the time of its press; others happen now. */
const send = ({ id, from, to, at, waits }: KeptStep): Promise<Card> =>
  change(changeStage, { params: { id }, body: { from, to, ...(waits ? { at } : {}) } }, { untilRead: true });
const isLost = (error: unknown): boolean => error instanceof ApiError && error.isNetwork;
/** The card already has this stage: the step was saved but its answer lost, or another user took it. */
const isDone = (error: unknown, { to }: KeptStep): boolean =>
  error instanceof ApiError && error.code === 'stage_changed' && (error.current as Card).stage === to;

/** Unfinished step of each card: the next one starts after it. */
const underWay = new Map<number, Promise<unknown>>();

/**
 * Takes a step: at once on the screen, then on the server, after the previous step of the same card. If the
 * connection is lost, the step is queued after those already waiting. Other errors are thrown, and the card
 * returns to its place.
 */
export function takeStep(card: Card, to: VisitStage, at: Date): Promise<Card | 'kept'> {
  const step = { id: card.id, from: card.stage, to, at: at.toISOString(), waits: false };
  put(step);
  const taken = (underWay.get(card.id) ?? Promise.resolve()).then(() => sendOrKeep(step));
  const over: Promise<unknown> = taken
    .catch(() => undefined)
    .then(() => underWay.get(card.id) === over && underWay.delete(card.id));
  underWay.set(card.id, over);
  return taken;
}

async function sendOrKeep(step: KeptStep): Promise<Card | 'kept'> {
  const keep = () => {
    drop(step);
    put({ ...step, waits: true });
    return 'kept' as const;
  };
  if (kept.read().some(({ waits }) => waits)) return keep();
  try {
    const done = await send(step);
    drop(step);
    return done;
  } catch (error) {
    if (isLost(error)) return keep();
    drop(step);
    void readAgain(['appointments']);
    throw error;
  }
}

let sending = false;

/** Sends the queued steps in order; `onRefused` gets each step that the server rejects. */
export async function sendKept(onRefused: (step: KeptStep, error: Error) => void): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let [step] = kept.read(); step?.waits; [step] = kept.read()) {
      try {
        await send(step);
        drop(step);
      } catch (error) {
        if (isLost(error)) return;
        drop(step);
        if (!isDone(error, step)) onRefused(step, error as Error);
      }
    }
  } finally {
    sending = false;
  }
}

/** The cards with the steps that were taken here. */
export function withSteps(cards: readonly Card[], steps: readonly KeptStep[]): readonly Card[] {
  if (steps.length === 0) return cards;
  return cards.map((card) => {
    const hers = steps.filter(({ id }) => id === card.id);
    const last = hers.at(-1);
    if (!last || card.stage === last.to) return card;
    return {
      ...card,
      stage: last.to,
      status: stageRow(last.to).sets ?? (card.status === 'no_show' ? 'confirmed' : card.status),
      arrivedAt: last.to === 'expected' ? null : (card.arrivedAt ?? last.at),
      calledAt: last.to === 'with_doctor' ? last.at : card.calledAt,
      seenAt: last.to === 'seen' ? last.at : null,
      leftAt: last.to === 'left' ? last.at : null,
    };
  });
}
