import { useCallback, useMemo } from 'react';
import { type Card, type ClinicDay, clinicDay } from '#shared/contract/arrivals.ts';
import { ownBranch } from '#shared/contract/own/first-reads.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { inQueue } from '#shared/domain/visits/queue.ts';
import { type BoardColumn, columnOf, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { ApiError, addressOf, reasonOf } from '#web/api/client.ts';
import { byServer, now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { useLiveLost } from '#web/api/live.ts';
import { useTryAgain } from '#web/api/try-again.ts';
import { useUnsaved } from '#web/api/unsaved.ts';
import { number, t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { cardName } from './board-names.ts';
import { type KeptStep, sendKept, takeStep, useKeptSteps, withSteps } from './kept-steps.ts';

export type Columns = Record<BoardColumn, readonly Card[]>;

const lastStamp = ({ seenAt, leftAt, appointmentTime }: Card): string => seenAt ?? leftAt ?? appointmentTime;

/** The cards by column: expected ones by time, waiting ones in queue order, finished ones latest first. */
function columnsOf(cards: readonly Card[]): Columns {
  const of = (column: BoardColumn) => cards.filter((card) => columnOf(card) === column);
  return {
    // Patients who have said that they are here come first.
    expected: of('expected').toSorted((a, b) => Number(b.hereAt !== null) - Number(a.hereAt !== null)),
    waiting: inQueue(cards),
    with_doctor: of('with_doctor').toSorted(
      (a, b) => (a.room ?? 99) - (b.room ?? 99) || (a.calledAt ?? '').localeCompare(b.calledAt ?? ''),
    ),
    done: of('done').toSorted((a, b) => lastStamp(b).localeCompare(lastStamp(a))),
  };
}

const said: Record<VisitStage, (card: Card) => string> = {
  expected: (card) => t('desk.did.expected', { name: cardName(card) }),
  waiting: (card) =>
    t('desk.did.waiting', { name: cardName(card), ticket: card.ticket === null ? '' : number(card.ticket) }),
  with_doctor: (card) =>
    t('desk.did.with_doctor', {
      name: cardName(card),
      room: card.room === null ? t('desk.noRoom') : t('desk.room', { n: number(card.room) }),
    }),
  seen: (card) => t('desk.did.seen', { name: cardName(card) }),
  left: (card) => t('desk.did.left', { name: cardName(card) }),
};

/** Shows that another user was faster, with the current stage; for other errors their message. */
function tellRefused(card: Card, error: unknown): void {
  const now = error instanceof ApiError && error.code === 'stage_changed' ? (error.current as Card) : null;
  showToast({
    kind: 'error',
    title: t(now ? 'desk.quicker' : 'desk.failed'),
    description: now
      ? t('desk.quickerText', { name: cardName(card), stage: t(`desk.stage.${now.stage}`) })
      : reasonOf(error, t('error.unknown')),
  });
}

/** Takes a step of the day; `announce` informs screen readers. */
export const useStep = (announce: (text: string) => void) =>
  useCallback(
    async (card: Card, to: VisitStage) => {
      try {
        const done = await takeStep(card, to, present());
        if (done !== 'kept') announce(said[to](done));
      } catch (refused) {
        tellRefused(card, refused);
      }
    },
    [announce],
  );

export interface Board {
  /** Only the chosen doctor's cards, if one is chosen. */
  day: ClinicDay | undefined;
  /** With the cards of all doctors. */
  whole: ClinicDay | undefined;
  columns: Columns;
  kept: readonly KeptStep[];
  /** Since when the connection is lost and the data is outdated. */
  lostSince: Date | null;
  problem: Error | null;
  step(card: Card, to: VisitStage): void;
  tryNow(): void;
}

export const dayOf = (locationId: number | typeof ownBranch, date: string) => ({
  query: { locationId, date },
});

/** Address that a board reads first: today at the user's branch. */
export const firstBoardOf = (date: string): string => addressOf(clinicDay, dayOf(ownBranch, date));

/** A branch's day, of the doctor `mine` alone if given, and its steps; `announce` informs screen readers. */
export function useBoard(
  { locationId, date, mine }: { locationId: number | null; date: string; mine: number | null },
  announce: (text: string) => void,
): Board {
  const asked = locationId === null ? null : dayOf(locationId, date);
  const { data, error, dataUpdatedAt, refetch } = useRead(clinicDay, asked, { keepPrevious: true });
  const whole = data as ClinicDay | undefined;
  const day = useMemo(
    () =>
      whole && mine !== null
        ? { ...whole, cards: whole.cards.filter(({ doctorId }) => doctorId === mine) }
        : whole,
    [whole, mine],
  );
  const kept = useKeptSteps();
  const lost = useLiveLost() || (error instanceof ApiError && error.isNetwork);
  const columns = useMemo(() => columnsOf(withSteps(day?.cards ?? [], kept)), [day, kept]);

  const step = useStep(announce);
  const tryNow = useCallback(() => {
    void sendKept((_step, refused) =>
      showToast({ kind: 'error', title: t('desk.lost.dropped'), description: refused.message }),
    ).then(() => refetch());
  }, [refetch]);
  const waits = kept.some((one) => one.waits);
  useTryAgain(lost || waits, tryNow);
  // Queued steps would be lost with the page.
  useUnsaved(useCallback(() => waits, [waits]));
  return {
    day,
    whole,
    columns,
    kept,
    lostSince: (lost || waits) && day ? byServer(dataUpdatedAt) : null,
    problem: day ? null : error,
    step,
    tryNow,
  };
}

/** Compares a date with the clinic's current day. */
export const dayIs = (date: string, now: Date): 'past' | 'today' | 'future' => {
  const today = dayClock(now).date;
  return date === today ? 'today' : date < today ? 'past' : 'future';
};
