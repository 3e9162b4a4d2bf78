import { BellRing } from 'lucide-react';
import {
  formatDayMonth,
  formatTime,
  formatTimeOf,
  formatWeekday,
  formatWeekdayDate,
} from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TimeGrid } from '#web/ui/form/time/time-grid.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { OwnVisitHint, type OwnVisitPatient } from './own-visit-hint.tsx';

interface BookingTimesProps {
  lang: Lang;
  date: string;
  slots: readonly { time: string }[] | undefined;
  isLoading: boolean;
  failed: boolean;
  onAgain: () => void;
  value: string | null;
  /** A time that another patient has just booked: shown as taken while the day is shown. */
  lost: string | null;
  /** Times that are reserved for this patient by an offer. */
  kept?: readonly string[];
  onChange: (time: string) => void;
  /** Other days with free times, from today on. */
  freeDays: readonly string[];
  onDate: (date: string) => void;
  /** Opens the waiting list dialog; absent while an appointment is being moved. */
  onWait?: () => void;
  phone: string;
  /** The signed-in patient who books; the form shows her other appointments of that day. */
  patient?: OwnVisitPatient | undefined;
}

export function BookingTimes(props: BookingTimesProps) {
  const { lang, date, slots, isLoading, failed, onAgain, value, lost, kept = [], patient, onChange } = props;
  if (failed) {
    return (
      <Notice kind="danger" live>
        <p>{t('booking.time.loadFailed')}</p>
        <Button kind="sec" size="sm" className="mt-2" onClick={onAgain}>
          {t('common.action.retry')}
        </Button>
      </Notice>
    );
  }
  if (isLoading || !slots) return <TimesSkeleton />;
  const free = [...new Set([...slots.map(({ time }) => time), ...kept])].sort();
  const times = lost && !free.includes(lost) ? [...free, lost].sort() : free;
  if (free.length === 0) return <NoTimes {...props} />;
  return (
    <div className="grid gap-3">
      <p className="-mt-2 text-small text-ink-2">{formatWeekdayDate(lang, date)}</p>
      <p role="status" className="sr-only">
        {t('booking.time.found', { n: free.length })}
      </p>
      <TimeGrid
        name="booking-time"
        label={t('booking.time.label', { date: formatWeekdayDate(lang, date) })}
        times={times.map((time) => ({
          value: time,
          label: formatTime(lang, time),
          taken: time === lost && !free.includes(time),
          ...(kept.includes(time) ? { note: t('booking.time.kept') } : {}),
        }))}
        value={value}
        onChange={onChange}
        takenLabel={t('booking.time.taken')}
      />
      <OwnVisitHint lang={lang} patient={patient} time={lost && !free.includes(lost) ? lost : null}>
        {lost && !free.includes(lost) && (
          <p role="status" className="text-small text-accent">
            {t('booking.taken.lost', { time: formatTimeOf(lang, date, lost) })}
          </p>
        )}
      </OwnVisitHint>
    </div>
  );
}

function NoTimes({ lang, freeDays, onDate, onWait, phone }: BookingTimesProps) {
  const nameOf = (day: string) =>
    `${formatWeekday(lang, day, lang === 'ar' ? 'long' : 'short')} ${formatDayMonth(lang, day)}`;
  return (
    <div role="status" className="rounded-card border border-line bg-page py-2">
      <EmptyState
        title={t('booking.none.title')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {freeDays.map((day, index) => (
              <Button key={day} kind="sec" size="sm" onClick={() => onDate(day)}>
                {t(index === 0 ? 'booking.none.nextFree' : 'booking.none.laterFree', { date: nameOf(day) })}
              </Button>
            ))}
            {onWait && <JoinWaitingListButton onWait={onWait} />}
            {freeDays.length === 0 && phone && (
              <p className="w-full text-small">{t('booking.none.call', { phone })}</p>
            )}
          </div>
        }
      >
        {t('booking.none.text')}
      </EmptyState>
    </div>
  );
}

/** Opens the waiting list dialog. */
export function JoinWaitingListButton({ onWait }: { onWait(): void }) {
  return (
    <Button
      kind="out"
      size="sm"
      icon={<BellRing size={18} strokeWidth={1.7} aria-hidden="true" />}
      onClick={onWait}
    >
      {t('booking.none.wait')}
    </Button>
  );
}

function TimesSkeleton() {
  return (
    <LoadingRegion label={t('booking.time.loading')} className="grid grid-cols-3 gap-2">
      {Array.from({ length: 12 }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: twelve equal shapes
        <Skeleton key={cell} className="h-12 rounded-ctl!" />
      ))}
    </LoadingRegion>
  );
}
