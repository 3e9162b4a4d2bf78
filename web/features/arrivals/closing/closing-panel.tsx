import { UserX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ClinicDay, Card as VisitCard } from '#shared/contract/arrivals.ts';
import { changeManyAppointments } from '#shared/contract/staff-appointments.ts';
import { addMinutes, dayClock, localDateTime, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { noShowState } from '#shared/domain/people/no-shows.ts';
import { isMissed, isTooEarly } from '#shared/domain/visits/appointment-status.ts';
import { useChange } from '#web/api/changes.ts';
import { now as present } from '#web/api/clock.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { formatCardName } from '#web/features/arrivals/board-names.ts';
import type { BoardCards } from '#web/features/arrivals/use-board.ts';
import type { CardActions } from '#web/features/arrivals/visit-card.tsx';
import { currentLang, formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { TruncatedName } from '#web/ui/frame/cut-name.tsx';
import { useLostFocusReturn } from '#web/ui/frame/use-focus-kept.ts';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { Petal } from '#web/ui/petal.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { StatTile } from '#web/ui/stat-tile.tsx';
import { ClosingMissed } from './closing-missed.tsx';

interface ClosingPanelProps {
  day: ClinicDay;
  columns: BoardCards;
  now: Date;
  isToday: boolean;
  actions: CardActions;
  takesFocus: boolean;
}

/** A card that was not marked, with the reason. */
interface UnmarkedCard {
  card: VisitCard;
  reason: string;
}

/**
 * End of the day: lists all patients who are still expected, preselected; one button marks them as missed.
 * Patients whose state has changed meanwhile are skipped and named. A summary of the day is below.
 */
export function ClosingPanel({ day, columns, now, isToday, actions, takesFocus }: ClosingPanelProps) {
  const [spared, setSpared] = useState<ReadonlySet<number>>(new Set());
  const [left, setLeft] = useState<readonly UnmarkedCard[]>([]);
  const { mutateAsync: mark, isPending: busy } = useChange(changeManyAppointments, { untilRead: true });
  const { place: heading, acted } = useLostFocusReturn<HTMLHeadingElement>();
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus, heading]);
  const clock = dayClock(now);
  const expected = columns.expected.filter(
    (card) => !isTooEarly('no_show', { ...card, appointmentDate: day.date }, clock, false),
  );
  const ticked = expected.filter(({ id }) => !spared.has(id));

  const tooLate = expected.every(({ appointmentTime, durationMinutes }) => {
    const localStart = localDateTime(day.date, appointmentTime);
    const visit = { localStart, localEnd: addMinutes(localStart, durationMinutes), excused: false };
    return noShowState({ ...visit, markedAt: now }, clock.date) === 'late';
  });

  async function markAll() {
    acted();
    try {
      const versions = ticked.map(({ id, version }) => ({ id, version }));
      const ids = ticked.map(({ id }) => id);
      const results = await mark({ body: { ids, versions, status: 'no_show' } });
      const failed = ticked.flatMap((card) => {
        const { ok, message = '' } = results.find(({ id }) => id === card.id) ?? { ok: true };
        return ok ? [] : [{ card, reason: message }];
      });
      setLeft(failed);
      const done = results.length - failed.length;
      showToast(
        done > 0
          ? { kind: 'success', title: t('desk.day.close'), description: t('desk.end.done', { n: done }) }
          : {
              kind: 'error',
              title: t('desk.failed'),
              description: t('desk.end.some', { n: failed.length }),
            },
      );
    } catch (error) {
      showErrorToast(t('desk.failed'), error);
    }
  }
  const came = (card: VisitCard) => {
    acted();
    actions.step(card, 'waiting');
  };
  const turn = (id: number, on: boolean) =>
    setSpared((before) => {
      const next = new Set(before);
      if (on) next.delete(id);
      else next.add(id);
      return next;
    });
  return (
    <section aria-labelledby="closing" className="grid gap-6">
      <Card className="grid gap-3 px-5 py-[18px]">
        <div className="flex flex-wrap items-center gap-[14px]">
          <Petal>
            <UserX size={26} strokeWidth={1.6} aria-hidden="true" />
          </Petal>
          <div className="min-w-0 flex-1 basis-60">
            <h2 ref={heading} id="closing" tabIndex={-1} className="text-[1.625rem] arabic:text-[2rem]">
              {expected.length > 0
                ? t('desk.end.title', { n: expected.length })
                : t(columns.expected.length > 0 ? 'desk.end.later' : 'desk.end.none')}
            </h2>
            {expected.length > 0 && (
              <p className="text-small text-ink-2">{t(tooLate ? 'desk.end.tooLate' : 'desk.end.text')}</p>
            )}
          </div>
          {expected.length > 0 && (
            <Button busy={busy} disabled={ticked.length === 0} onClick={() => void markAll()}>
              {t('desk.end.mark', { n: ticked.length })}
            </Button>
          )}
        </div>
        {left.length > 0 && (
          <Notice kind="warn" live title={t('desk.end.some', { n: left.length })}>
            <ul>
              {left.map(({ card, reason }) => (
                <li key={card.id}>
                  {t('staff.bulk.failure', {
                    name: formatCardName(card),
                    visit: formatTime(currentLang(), card.appointmentTime),
                    reason,
                  })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {expected.length > 0 && (
          <ul className="grid gap-2 lg:grid-cols-2">
            {expected.map((card) => (
              <Expected
                key={card.id}
                card={card}
                ticked={!spared.has(card.id)}
                onTick={(on) => turn(card.id, on)}
                onCame={isToday ? () => came(card) : undefined}
              />
            ))}
          </ul>
        )}
      </Card>
      <ClosingMissed
        cards={columns.done.filter(({ status }) => isMissed(status))}
        actions={actions}
        onBack={acted}
      />
      <Figures day={day} />
    </section>
  );
}

function Expected({
  card,
  ticked,
  onTick,
  onCame,
}: {
  card: VisitCard;
  ticked: boolean;
  onTick(on: boolean): void;
  onCame: (() => void) | undefined;
}) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-2 rounded-item border border-line ps-3 pe-1">
      <Checkbox
        className="min-w-0 flex-1 basis-32"
        checked={ticked}
        onChange={({ target }) => onTick(target.checked)}
        label={
          <>
            <TruncatedName>{formatCardName(card)}</TruncatedName>
            <small className="text-xs text-ink-2">
              {joinWithComma(
                formatTime(currentLang(), card.appointmentTime),
                card.status === 'pending' ? t('desk.end.neverConfirmed') : null,
                '',
              )}
              <PatientPhone now={present()} {...card.patient} plain />
            </small>
          </>
        }
      />
      {onCame && (
        <Button
          kind="gho"
          size="sm"
          onClick={onCame}
          aria-label={joinWithComma(t('desk.end.came'), formatCardName(card))}
        >
          {t('desk.end.came')}
        </Button>
      )}
    </li>
  );
}

const listMinutesBetween = (from: string | null, to: string | null): number[] => {
  const [start, end] = [from && readInstant(from), to && readInstant(to)];
  return start && end ? [Math.round((end.getTime() - start.getTime()) / 60_000)] : [];
};
const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
};

function Figures({ day }: { day: ClinicDay }) {
  const count = (of: (card: VisitCard) => boolean) => formatNumberInLang(day.cards.filter(of).length);
  const minutes = (n: number | null) => (n === null ? '–' : t('desk.figures.minutes', { n }));
  const wait = median(day.cards.flatMap((card) => listMinutesBetween(card.arrivedAt, card.calledAt)));
  const length = median(day.cards.flatMap((card) => listMinutesBetween(card.calledAt, card.seenAt)));
  const tiles = [
    ['seen', count(({ stage }) => stage === 'seen')],
    ['walkIns', count(({ walkIn }) => walkIn)],
    ['left', count(({ stage }) => stage === 'left')],
    ['missed', count(({ status }) => status === 'no_show')],
    ['wait', minutes(wait)],
    ['consultation', minutes(length)],
  ] as const;
  return (
    <div className="grid gap-3">
      <h2 className="card-title">{t('desk.figures.title')}</h2>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        {tiles.map(([word, value]) => (
          <StatTile key={word} label={t(`desk.figures.${word}`)} value={value} />
        ))}
      </div>
    </div>
  );
}
