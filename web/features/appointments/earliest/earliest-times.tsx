import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Earliest, earliestTimes } from '#shared/contract/doctors.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

export interface EarliestTimesProps {
  locations: readonly { id: number; name: string }[];
  serviceId: number | null;
  onChoose(earliest: Earliest): void;
}

/** First free time of every branch, the earliest first; one press chooses branch, day and time. */
export function EarliestTimes({ locations, serviceId, onChoose }: EarliestTimesProps) {
  const { data, error } = useRead(earliestTimes, { query: { service: String(serviceId ?? '') } });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h4
        ref={title}
        tabIndex={-1}
        className="font-text text-ui leading-snug font-strong tracking-[0] outline-none"
      >
        {t('booking.earliest.title')}
      </h4>
      {error && !data && (
        <Notice kind="danger">{getErrorMessage(error, t('common.state.loadFailed'))}</Notice>
      )}
      {!error && !data && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-2 md:grid-cols-2">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-16" />
          ))}
        </LoadingRegion>
      )}
      {data?.length === 0 && <Notice>{t('booking.earliest.none')}</Notice>}
      <ul className="grid gap-2 md:grid-cols-2">
        {data?.map((first) => (
          <li key={first.locationId}>
            <button
              type="button"
              data-earliest={first.locationId}
              onClick={() => onChoose(first)}
              className="flex min-h-16 w-full items-center gap-3 rounded-ctl border border-line-2 bg-surface px-[14px] py-[9px] text-start text-ui leading-snug hover:border-accent"
            >
              <Clock size={20} strokeWidth={1.7} aria-hidden="true" className="flex-none text-accent" />
              <span className="grid min-w-0">
                <b className="font-strong">{locations.find(({ id }) => id === first.locationId)?.name}</b>
                <span className="num text-small text-ink-2">
                  {formatVisit(currentLang(), first.date, first.time)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
