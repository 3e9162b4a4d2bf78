import { Map as MapIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import { arriveEarlyMinutes } from '#shared/domain/visits/booking-rules.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { joined, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Skyline } from '#web/ui/drawings/skyline.tsx';
import { callHref } from '#web/ui/phone/phone-links.ts';
import { mapLinks } from './map-links.ts';
import { branchName, changeability, type MyVisitsProps, serviceName } from './my-visits.ts';

interface MyNextVisitProps {
  props: MyVisitsProps;
  visit: Appointment;
  now: Date;
  calendarLink: ReactNode;
  onMove(): void;
  onCancel(): void;
}

const drawing =
  '[--il-line:var(--deep-arch-3)] [--il-haze:rgb(255_255_255/0.07)] [--motif-gold:var(--il-sun)] [--motif-lilac:var(--il-sun)] [--motif-rose:var(--il-sun)] [--motif-sage:var(--il-sun)]';

/** What comes next, over its branch's skyline, with what she can still do about it. */
export function MyNextVisit({ props, visit, now, calendarLink, onMove, onCancel }: MyNextVisitProps) {
  const { lang, cutoffHours, branches } = props;
  const branch = branches.find(({ id }) => id === visit.locationId);
  const what = t('account.appointments.nextText', {
    service: serviceName(props, visit),
    location: branchName(props, visit),
  });
  const isOpen = changeability(visit, cutoffHours, now) === 'open';
  return (
    <section
      aria-labelledby="next-visit"
      className={`grid items-end overflow-hidden rounded-panel bg-deep text-on-deep md:grid-cols-[minmax(0,1fr)_300px] ${drawing}`}
    >
      <div className="grid gap-[6px] self-center px-[22px] pt-5 pb-[26px] md:px-8 md:py-7">
        <StatusPill status={visit.status} className="justify-self-start" />
        <p className="text-ui text-on-deep-2">{t('account.appointments.next')}</p>
        <h2 id="next-visit" className="text-[1.875rem] leading-[1.2] arabic:text-[2.3rem]">
          {formatVisit(lang, visit.appointmentDate, visit.appointmentTime)}
        </h2>
        <p className="text-ui leading-[1.6] text-on-deep-2">
          {what}{' '}
          {visit.doctor &&
            `${t('account.appointments.nextDoctor', { doctor: doctorName(lang, visit.doctor) })} `}
          {t('common.visit.arriveEarly', { n: arriveEarlyMinutes })}{' '}
          {visit.waitsForCall && t('booking.call.line')}
        </p>
        <div className="mt-[14px] flex flex-wrap gap-2 max-sm:*:flex-auto">
          {isOpen && (
            <>
              <Button size="sm" className="bg-deep-btn! text-deep-btn-ink!" onClick={onMove}>
                {t('account.appointments.reschedule')}
              </Button>
              <Button
                size="sm"
                className="bg-on-deep/12! text-on-deep! hover:bg-on-deep/20!"
                onClick={onCancel}
              >
                {t('account.appointments.cancel')}
              </Button>
            </>
          )}
          {calendarLink}
          {branch?.address && (
            <ButtonLink
              size="sm"
              href={mapLinks(joined(branch.name, branch.address)).web}
              target="_blank"
              rel="noopener noreferrer"
              icon={<MapIcon size={18} strokeWidth={1.7} aria-hidden="true" />}
              className="bg-on-deep/12! text-on-deep! hover:bg-on-deep/20!"
            >
              {t('account.appointments.map')}
            </ButtonLink>
          )}
        </div>
        <p className="mt-1 text-small leading-[1.6] text-on-deep-2">
          {isOpen ? t('account.appointments.cutoff', { n: cutoffHours }) : t('account.appointments.tooLate')}
          {!isOpen && branch?.phone && (
            <>
              {' '}
              <a
                href={callHref(branch.phone)}
                className="ltr font-strong text-on-deep underline underline-offset-4"
              >
                {branch.phone}
              </a>
            </>
          )}
        </p>
      </div>
      <Skyline branch={branch?.englishName ?? visit.locationName} className="max-md:hidden bg-transparent!" />
    </section>
  );
}
