import { type Card, changeStage } from '#shared/contract/arrivals.ts';
import { stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { change } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** A step of a card that is done here and not known to be saved yet. */
export interface KeptStep {
  readonly id: number;
  readonly from: VisitStage;
  readonly to: VisitStage;
  /** When it was pressed, by the server's clock. */
  readonly at: string;
  /** The line was gone: it waits until it is back. */
  readonly waits: boolean;
}

const none: readonly KeptStep[] = [];
const kept = createStore<readonly KeptStep[]>(none);
export const useKeptSteps = (): readonly KeptStep[] => useStore(kept, none, (steps) => steps);

const put = (step: KeptStep) => kept.set([...kept.read(), step]);
const drop = (step: KeptStep) => kept.set(kept.read().filter((other) => other !== step));

/** One that waited says when it was pressed; any other is of now. */
const send = ({ id, from, to, at, waits }: KeptStep): Promise<Card> =>
  change(changeStage, { params: { id }, body: { from, to, ...(waits ? { at } : {}) } }, { untilRead: true });
const isLost = (error: unknown): boolean => error instanceof ApiError && error.isNetwork;
/** She is there already: the step was saved when its answer was lost, or somebody else took it. */
const isDone = (error: unknown, { to }: KeptStep): boolean =>
  error instanceof ApiError && error.code === 'stage_changed' && (error.current as Card).stage === to;

/** The last step of each card that is on its way: the next one begins where that one ends. */
const underWay = new Map<number, Promise<unknown>>();

/**
 * Does a step: at once on the screen, then on the server, behind the one before it of the same card. Where
 * the line is gone it is kept, behind those that wait already; anything else that goes wrong is thrown, and
 * the card stands where it stood.
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

/** Sends what is kept in its order; `onRefused` hears of each that does not fit any more. */
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

/** The cards as they are with the steps that are done here. */
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
