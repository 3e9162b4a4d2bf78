import { memo, type ReactNode } from 'react';
import type { Card } from '#shared/contract/arrivals.ts';
import { formatClock, formatTime } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { minutesSince } from '#shared/domain/visits/queue.ts';
import { columnOf, type VisitStage } from '#shared/domain/visits/visit-stage.ts';
import { currentLang, formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { TruncatedName } from '#web/ui/frame/cut-name.tsx';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { formatCardName, formatClinicClock } from './board-names.ts';
import { listCardMarks, Marks } from './card-marks.tsx';
import { getNextStep } from './card-steps.ts';
import { Ticket } from './ticket.tsx';

export interface CardActions {
  step(card: Card, to: VisitStage): void;
  openFile(patient: { id: number; name: string }): void;
  /** Opens the panel of an appointment. */
  open(card: Pick<Card, 'id'>): void;
  /** Books a follow-up. */
  followUp(card: Card): void;
  /** For a missed appointment: its reason and whether it counts. */
  missed(card: Card): void;
  /** Opens the note of the appointment. */
  write(card: Card): void;
  /** Alerts beside a patient's name, for users with permission. */
  alerts(patientId: number): ReactNode;
  serviceWord(english: string): string;
}

interface VisitCardProps {
  card: Card;
  /** The focused card: only this one shows its primary button with its key. */
  current: boolean;
  /** The card that Tab reaches. */
  reachable: boolean;
  kept: boolean;
  isToday: boolean;
  now: Date;
  actions: CardActions;
}

/** A patient of the day: name, stage, labels and next step. */
export const VisitCard = memo(function VisitCard(props: VisitCardProps) {
  const { card, current, reachable, kept, isToday, now, actions } = props;
  const name = formatCardName(card);
  const marks = listCardMarks(card, now, isToday);
  const time = formatTime(currentLang(), card.appointmentTime);
  const done = columnOf(card) === 'done';
  const doctor = card.doctor && doctorName(currentLang(), card.doctor);
  const said = joinWithComma(
    name,
    card.ticket === null ? null : t('desk.card.ticket', { n: formatNumberInLang(card.ticket) }),
    time,
    doctor,
    ...marks.map(({ text }) => text),
    done ? formatOutcome(card) : null,
  );
  // A card takes the focus like a row of a grid, because its keys act on it.
  const focusable = { tabIndex: reachable ? 0 : -1 };
  return (
    <article
      data-card={card.id}
      {...focusable}
      aria-label={said}
      className={cx('visit-card', done && 'is-done', current && 'is-current', kept && 'is-kept')}
    >
      {card.stage === 'with_doctor' && <RoomAndTime card={card} now={now} />}
      {card.stage === 'expected' && !done ? (
        <span className="visit-time num">{formatClock(currentLang(), card.appointmentTime)}</span>
      ) : (
        <Ticket n={card.ticket} small={done} current={current} />
      )}
      <div className="min-w-0">
        <button
          type="button"
          tabIndex={current ? 0 : -1}
          aria-label={t('staff.visit.open', { name })}
          onClick={() => actions.open(card)}
          className="visit-open"
        >
          <TruncatedName className="text-ui leading-[1.35]">{name}</TruncatedName>
        </button>
        <small className="block truncate text-xs leading-[1.4] text-ink-2">
          {done
            ? formatOutcome(card)
            : joinWithComma(
                card.stage === 'waiting' && !card.walkIn ? time : null,
                doctor,
                actions.serviceWord(card.service),
              )}
        </small>
      </div>
      {kept && (
        <p className="visit-foot text-xs font-strong text-tone-warning">
          {t('desk.card.kept', { step: t(`desk.stage.${card.stage}`) })}
        </p>
      )}
      {!done && (
        <div className="visit-foot">
          <span className="flex min-w-0 flex-wrap gap-[6px]">
            <Marks marks={marks} />
            {actions.alerts(card.userId)}
          </span>
          <NextButton {...props} />
        </div>
      )}
    </article>
  );
});

function NextButton({ card, current, isToday, actions }: VisitCardProps) {
  const next = getNextStep(card);
  if (!next || !isToday) return null;
  return (
    <Button
      kind={current ? 'pri' : 'out'}
      size="sm"
      className="ms-auto flex-none"
      tabIndex={current ? 0 : -1}
      aria-label={joinWithComma(next.word, formatCardName(card))}
      onClick={() => actions.step(card, next.to)}
    >
      {next.word}
      {current && (
        <Kbd aria-hidden="true" className="touch:hidden">
          {next.key}
        </Kbd>
      )}
    </Button>
  );
}

function formatOutcome(card: Card): string {
  if (card.status === 'no_show') return t('desk.mark.noShow');
  if (card.leftAt) return t('desk.mark.left', { time: formatClinicClock(card.leftAt) });
  return card.seenAt ? t('desk.mark.seen', { time: formatClinicClock(card.seenAt) }) : t('desk.stage.seen');
}

const formatTimeInRoom = (n: number): string =>
  n < 1 ? t('desk.mark.justIn') : t('desk.mark.inside', { n });

function RoomAndTime({ card, now }: { card: Card; now: Date }) {
  return (
    <p className="visit-room">
      <b>
        {card.room === null
          ? t('desk.stage.with_doctor')
          : t('desk.room', { n: formatNumberInLang(card.room) })}
      </b>
      {card.calledAt && <span>{formatTimeInRoom(minutesSince(card.calledAt, now))}</span>}
    </p>
  );
}
