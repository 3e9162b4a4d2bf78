import { CalendarPlus, ListChecks, Map as MapIcon } from 'lucide-react';
import type { RefObject } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatTimeOf, formatVisit, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { callHref } from '#web/ui/phone/phone-links.ts';
import { getChangeability } from './changeability.ts';
import { createMapLinks } from './map-links.ts';
import {
  buildCalendarFileHref,
  getVisitBranchName,
  getVisitServiceName,
  type MyVisitsProps,
} from './my-visits.ts';

interface MyNextVisitProps {
  props: MyVisitsProps;
  visit: Appointment;
  /** The doctor is absent or the branch is closed. */
  isDisplaced: boolean;
  now: Date;
  heading: RefObject<HTMLHeadingElement | null>;
  onMove(): void;
  onCancel(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const deepButtonClass = 'bg-on-deep/12! text-on-deep! hover:bg-on-deep/20!';
const link = 'inline-flex min-h-tap items-center gap-2 text-small underline underline-offset-4';

/** The next appointment: time, place, what to bring and how to change it. */
export function MyNextVisit({ props, visit, isDisplaced, now, heading, onMove, onCancel }: MyNextVisitProps) {
  const { lang, cutoffHours, branches, services } = props;
  const { appointmentDate: date, appointmentTime: time } = visit;
  const branch = branches.find(({ id }) => id === visit.locationId);
  const bring = services.find(({ id }) => id === visit.serviceId)?.bring;
  const isOpen = getChangeability(visit, cutoffHours, now) === 'open';
  return (
    <section
      aria-label={formatVisit(lang, date, time)}
      className="grid gap-x-8 gap-y-3 rounded-panel bg-deep p-5 text-on-deep md:grid-cols-[minmax(0,1fr)_auto] md:p-7"
    >
      <div className="grid content-start gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-on-deep-2">
          {t('account.appointments.next')}
          {!isDisplaced && <StatusPill status={visit.status} />}
        </p>
        <h2
          id="next-visit"
          ref={heading}
          tabIndex={-1}
          className="flex flex-wrap gap-x-3 text-[1.625rem] leading-[1.25] arabic:text-[2rem]"
        >
          <span className="num">{formatWeekdayDate(lang, date)}</span>{' '}
          <span className="num whitespace-nowrap">{formatTimeOf(lang, date, time)}</span>
        </h2>
        <p className="text-ui leading-[1.6] text-on-deep-2">
          {joinWithComma(
            getVisitBranchName(props, visit),
            getVisitServiceName(props, visit),
            visit.doctor && doctorName(lang, visit.doctor),
          )}
          {visit.waitsForCall && !isDisplaced && ` ${t('booking.call.line')}`}
        </p>
        {isDisplaced && <p className="text-ui leading-[1.6]">{t('account.appointments.displaced')}</p>}
      </div>
      {isOpen ? (
        <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-auto md:justify-end">
          <Button size="sm" className="bg-deep-btn! text-deep-btn-ink!" onClick={onMove}>
            {t('account.appointments.reschedule')}
          </Button>
          <Button size="sm" className={deepButtonClass} onClick={onCancel}>
            {t('account.appointments.cancel')}
          </Button>
        </div>
      ) : (
        <p className="text-small leading-[1.6] text-on-deep-2 md:max-w-64">
          {t('account.appointments.tooLate')}{' '}
          {branch?.phone && (
            <a
              href={callHref(branch.phone)}
              className="ltr font-strong text-on-deep underline underline-offset-4"
            >
              {branch.phone}
            </a>
          )}
        </p>
      )}
      <div className="flex flex-wrap items-start gap-x-5 border-t border-on-deep/15 pt-1 md:col-span-2">
        {bring && (
          <details className="max-sm:basis-full">
            <summary className={cx(link, 'cursor-pointer list-none [&::-webkit-details-marker]:hidden')}>
              <ListChecks {...icon} />
              {t('account.appointments.bring')}
            </summary>
            {/* Takes no width: opening the list does not push the links beside it. */}
            <ul className="list-disc ps-5 pb-2 text-ui text-on-deep-2 sm:w-0">
              {bring.split('\n').map(
                (line) =>
                  line && (
                    <li key={line} className="sm:w-max sm:max-w-[60ch]">
                      {line}
                    </li>
                  ),
              )}
            </ul>
          </details>
        )}
        <a href={buildCalendarFileHref(visit)} download className={link}>
          <CalendarPlus {...icon} />
          {t('account.appointments.ics')}
        </a>
        {branch?.address && (
          <a
            href={createMapLinks(joinWithComma(branch.name, branch.address)).web}
            target="_blank"
            rel="noopener noreferrer"
            className={link}
          >
            <MapIcon {...icon} />
            {t('account.appointments.map')}
          </a>
        )}
      </div>
    </section>
  );
}
