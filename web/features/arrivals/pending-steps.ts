import { type Card, changeStage } from '#shared/contract/arrivals.ts';
import { stageRow, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** A step of a card that was taken here and is not yet confirmed by the server. */
export interface PendingStep {
  readonly id: number;
  readonly from: VisitStage;
  readonly to: VisitStage;
  /** Time of the press, by the server's clock. */
  readonly at: string;
  /** The connection was lost: the step waits until it is back. */
  readonly waits: boolean;
}

const noPendingSteps: readonly PendingStep[] = [];
const pendingStepStore = createStore<readonly PendingStep[]>(noPendingSteps);
export const usePendingSteps = (): readonly PendingStep[] =>
  useStore(pendingStepStore, noPendingSteps, (steps) => steps);

const addPendingStep = (step: PendingStep) => pendingStepStore.set([...pendingStepStore.read(), step]);
const removePendingStep = (step: PendingStep) =>
  pendingStepStore.set(pendingStepStore.read().filter((other) => other !== step));

/** A delayed step sends the time of its press; others happen now. */
const sendStep = ({ id, from, to, at, waits }: PendingStep): Promise<Card> =>
  sendChange(
    changeStage,
    { params: { id }, body: { from, to, ...(waits ? { at } : {}) } },
    { untilRead: true },
  );
const isConnectionLost = (error: unknown): boolean => error instanceof ApiError && error.isNetwork;
/** The card already has this stage: the step was saved but its answer lost, or another user took it. */
const isStepAlreadyDone = (error: unknown, { to }: PendingStep): boolean =>
  error instanceof ApiError && error.code === 'stage_changed' && (error.current as Card).stage === to;

/** Unfinished step of each card: the next one starts after it. */
const stepQueues = new Map<number, Promise<unknown>>();

/**
 * Takes a step: at once on the screen, then on the server, after the previous step of the same card. If the
 * connection is lost, the step is queued after those already waiting. Other errors are thrown, and the card
 * returns to its place.
 */
export function takeStep(card: Card, to: VisitStage, at: Date): Promise<Card | 'kept'> {
  const step = { id: card.id, from: card.stage, to, at: at.toISOString(), waits: false };
  addPendingStep(step);
  const taken = (stepQueues.get(card.id) ?? Promise.resolve()).then(() => sendOrQueueStep(step));
  const over: Promise<unknown> = taken
    .catch(() => undefined)
    .then(() => stepQueues.get(card.id) === over && stepQueues.delete(card.id));
  stepQueues.set(card.id, over);
  return taken;
}

async function sendOrQueueStep(step: PendingStep): Promise<Card | 'kept'> {
  const keep = () => {
    removePendingStep(step);
    addPendingStep({ ...step, waits: true });
    return 'kept' as const;
  };
  if (pendingStepStore.read().some(({ waits }) => waits)) return keep();
  try {
    const done = await sendStep(step);
    removePendingStep(step);
    return done;
  } catch (error) {
    if (isConnectionLost(error)) return keep();
    removePendingStep(step);
    void refetchSubjects(['appointments']);
    throw error;
  }
}

let isSendingQueue = false;

/** Sends the queued steps in order; `onRefused` gets each step that the server rejects. */
export async function sendQueuedSteps(onRefused: (step: PendingStep, error: Error) => void): Promise<void> {
  if (isSendingQueue) return;
  isSendingQueue = true;
  try {
    for (let [step] = pendingStepStore.read(); step?.waits; [step] = pendingStepStore.read()) {
      try {
        await sendStep(step);
        removePendingStep(step);
      } catch (error) {
        if (isConnectionLost(error)) return;
        removePendingStep(step);
        if (!isStepAlreadyDone(error, step)) onRefused(step, error as Error);
      }
    }
  } finally {
    isSendingQueue = false;
  }
}

/** The cards with the steps that were taken here. */
export function applyPendingSteps(cards: readonly Card[], steps: readonly PendingStep[]): readonly Card[] {
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
