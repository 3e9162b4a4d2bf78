import { CalendarDays, Clock, FileText, type LucideIcon, MapPin, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLongDate, formatTime } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { t } from '#web/i18n.ts';
import { DeepLotus } from '#web/ui/drawings/deep-lotus.tsx';
import { arriveEarlyMinutes } from './booking-facts.ts';

interface BookingVisitProps {
  lang: Lang;
  location: string | undefined;
  service: string | undefined;
  date: string | null;
  time: string | null;
  /** It is booked: the choices are said there, not here. */
  done: boolean;
  /** The button, and what is said beside it. */
  children: ReactNode;
}

/** "Your visit": every choice said back, and the button that makes it an appointment. */
export function BookingVisit({ lang, location, service, date, time, done, children }: BookingVisitProps) {
  return (
    <section
      aria-labelledby="your-visit"
      className="relative flex flex-col gap-5 overflow-hidden bg-deep p-[clamp(22px,3vw,36px)] text-on-deep"
    >
      <h3
        id="your-visit"
        className="font-display text-[1.625rem] font-[400] tracking-display arabic:text-[2.1rem] arabic:font-[600]"
      >
        {t('booking.visit.title')}
      </h3>
      {!done && (
        <dl className="grid gap-4">
          <Row icon={MapPin} label={t('booking.visit.location')} value={location} />
          <Row icon={FileText} label={t('booking.visit.service')} value={service} />
          <Row
            icon={CalendarDays}
            label={t('booking.visit.date')}
            value={date && formatLongDate(lang, date)}
          />
          <Row
            icon={Clock}
            label={t('booking.visit.time')}
            value={time && formatTime(lang, time)}
            empty={date && t('booking.visit.chooseTime')}
          />
        </dl>
      )}
      <div className="grid gap-3">{children}</div>
      <ul className="grid gap-[10px] border-t border-on-deep/15 pt-[18px] text-small leading-[1.6] text-on-deep-2">
        <Tip icon={Clock}>{t('booking.arriveEarly', { n: arriveEarlyMinutes })}</Tip>
        <Tip icon={ShieldCheck}>{t('booking.visit.confirmationSoon')}</Tip>
      </ul>
      {location && <DeepLotus className="-mx-9 mt-auto -mb-9 opacity-90 max-xl:hidden" />}
    </section>
  );
}

interface RowProps {
  icon: LucideIcon;
  label: string;
  value: string | null | undefined;
  empty?: string | null;
}

function Row({ icon: Icon, label, value, empty }: RowProps) {
  return (
    <div className="relative ps-[34px]">
      <dt className="text-xs leading-ui text-on-deep-2">
        <Icon
          size={20}
          strokeWidth={1.7}
          aria-hidden="true"
          className="absolute start-0 top-[3px] text-on-deep-accent"
        />
        {label}
      </dt>
      <dd className="num leading-ui font-medium">
        {value ?? <span className="font-normal text-on-deep-2">{empty ?? t('booking.visit.notChosen')}</span>}
      </dd>
    </div>
  );
}

function Tip({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex gap-[10px]">
      <Icon size={17} strokeWidth={1.7} aria-hidden="true" className="mt-[3px]" />
      {children}
    </li>
  );
}
