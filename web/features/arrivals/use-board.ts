import { useCallback, useMemo } from 'react';
import { type Card, type ClinicDay, clinicDay } from '#shared/contract/arrivals.ts';
import { ownBranch } from '#shared/contract/own/first-reads.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { sortQueue } from '#shared/domain/visits/queue.ts';
import { type BoardColumn, columnOf, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { ApiError, buildEndpointUrl, getErrorMessage } from '#web/api/client.ts';
import { now as present, toServerTime } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { useIsLiveDisconnected } from '#web/api/live.ts';
import { useUnsavedGuard } from '#web/api/unsaved.ts';
import { useRetryWhileOffline } from '#web/api/use-retry-while-offline.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { formatCardName } from './board-names.ts';
import {
  applyPendingSteps,
  type PendingStep,
  sendQueuedSteps,
  takeStep,
  usePendingSteps,
} from './pending-steps.ts';

export type BoardCards = Record<BoardColumn, readonly Card[]>;

const getLastStageTime = ({ seenAt, leftAt, appointmentTime }: Card): string =>
  seenAt ?? leftAt ?? appointmentTime;

/** The cards by column: expected ones by time, waiting ones in queue order, finished ones latest first. */
function groupCardsByColumn(cards: readonly Card[]): BoardCards {
  const of = (column: BoardColumn) => cards.filter((card) => columnOf(card) === column);
  return {
    // Patients who have said that they are here come first.
    expected: of('expected').toSorted((a, b) => Number(b.hereAt !== null) - Number(a.hereAt !== null)),
    waiting: sortQueue(cards),
    with_doctor: of('with_doctor').toSorted(
      (a, b) => (a.room ?? 99) - (b.room ?? 99) || (a.calledAt ?? '').localeCompare(b.calledAt ?? ''),
    ),
    done: of('done').toSorted((a, b) => getLastStageTime(b).localeCompare(getLastStageTime(a))),
  };
}

const stepAnnouncements: Record<VisitStage, (card: Card) => string> = {
  expected: (card) => t('desk.did.expected', { name: formatCardName(card) }),
  waiting: (card) =>
    t('desk.did.waiting', {
      name: formatCardName(card),
      ticket: card.ticket === null ? '' : formatNumberInLang(card.ticket),
    }),
  with_doctor: (card) =>
    t('desk.did.with_doctor', {
      name: formatCardName(card),
      room: card.room === null ? t('desk.noRoom') : t('desk.room', { n: formatNumberInLang(card.room) }),
    }),
  seen: (card) => t('desk.did.seen', { name: formatCardName(card) }),
  left: (card) => t('desk.did.left', { name: formatCardName(card) }),
};

/** Shows that another user was faster, with the current stage; for other errors their message. */
function showStepError(card: Card, error: unknown): void {
  const now = error instanceof ApiError && error.code === 'stage_changed' ? (error.current as Card) : null;
  showToast({
    kind: 'error',
    title: t(now ? 'desk.quicker' : 'desk.failed'),
    description: now
      ? t('desk.quickerText', { name: formatCardName(card), stage: t(`desk.stage.${now.stage}`) })
      : getErrorMessage(error, t('error.unknown')),
  });
}

/** Takes a step of the day; `announce` informs screen readers. */
export const useTakeStep = (announce: (text: string) => void) =>
  useCallback(
    async (card: Card, to: VisitStage) => {
      try {
        const done = await takeStep(card, to, present());
        if (done !== 'kept') announce(stepAnnouncements[to](done));
      } catch (refused) {
        showStepError(card, refused);
      }
    },
    [announce],
  );

export interface Board {
  /** Only the chosen doctor's cards, if one is chosen. */
  day: ClinicDay | undefined;
  /** With the cards of all doctors. */
  whole: ClinicDay | undefined;
  columns: BoardCards;
  kept: readonly PendingStep[];
  /** Since when the connection is lost and the data is outdated. */
  lostSince: Date | null;
  problem: Error | null;
  step(card: Card, to: VisitStage): void;
  tryNow(): void;
}

export const buildClinicDayInput = (locationId: number | typeof ownBranch, date: string) => ({
  query: { locationId, date },
});

/** Address that a board reads first: today at the user's branch. */
export const buildOwnBoardUrl = (date: string): string =>
  buildEndpointUrl(clinicDay, buildClinicDayInput(ownBranch, date));

/** A branch's day, of the doctor `mine` alone if given, and its steps; `announce` informs screen readers. */
export function useBoard(
  { locationId, date, mine }: { locationId: number | null; date: string; mine: number | null },
  announce: (text: string) => void,
): Board {
  const asked = locationId === null ? null : buildClinicDayInput(locationId, date);
  const { data, error, dataUpdatedAt, refetch } = useRead(clinicDay, asked, { keepPrevious: true });
  const whole = data as ClinicDay | undefined;
  const day = useMemo(
    () =>
      whole && mine !== null
        ? { ...whole, cards: whole.cards.filter(({ doctorId }) => doctorId === mine) }
        : whole,
    [whole, mine],
  );
  const kept = usePendingSteps();
  const lost = useIsLiveDisconnected() || (error instanceof ApiError && error.isNetwork);
  const columns = useMemo(() => groupCardsByColumn(applyPendingSteps(day?.cards ?? [], kept)), [day, kept]);

  const step = useTakeStep(announce);
  const tryNow = useCallback(() => {
    void sendQueuedSteps((_step, refused) =>
      showToast({ kind: 'error', title: t('desk.lost.dropped'), description: refused.message }),
    ).then(() => refetch());
  }, [refetch]);
  const waits = kept.some((one) => one.waits);
  useRetryWhileOffline(lost || waits, tryNow);
  // Queued steps would be lost with the page.
  useUnsavedGuard(useCallback(() => waits, [waits]));
  return {
    day,
    whole,
    columns,
    kept,
    lostSince: (lost || waits) && day ? toServerTime(dataUpdatedAt) : null,
    problem: day ? null : error,
    step,
    tryNow,
  };
}

/** Compares a date with the clinic's current day. */
export const compareWithToday = (date: string, now: Date): 'past' | 'today' | 'future' => {
  const today = dayClock(now).date;
  return date === today ? 'today' : date < today ? 'past' : 'future';
};
