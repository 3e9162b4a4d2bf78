import {
  CalendarDays,
  Clock,
  Coins,
  FileText,
  type LucideIcon,
  MapPin,
  ShieldCheck,
  Stethoscope,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDayMonth, formatLongDate, formatTimeOf } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { arriveEarlyMinutes } from '#shared/domain/visits/booking-rules.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { DeepLotus } from '#web/ui/drawings/deep-lotus.tsx';

interface BookingVisitProps {
  lang: Lang;
  location: string | undefined;
  service: string | undefined;
  /** Text of the price; empty if the service has none. */
  price: string;
  /** Null if the branch is not booked by doctor. */
  doctor: string | undefined | null;
  date: string | null;
  time: string | null;
  /** Name of the patient, once it is known. */
  name: string | undefined;
  /** A message after the booking reaches the person who books. */
  hears: boolean;
  /** The button and the text beside it. */
  children: ReactNode;
}

/**
 * "Your visit": a summary of all choices and the button that books. On a wide screen it stays visible beside
 * the steps; on a narrow screen it is one line at the bottom, shown once a branch is chosen.
 */
export function BookingVisit({
  lang,
  location,
  service,
  price,
  doctor,
  date,
  time,
  name,
  hears,
  children,
}: BookingVisitProps) {
  const line = joinWithComma(
    date && formatDayMonth(lang, date),
    date && time && formatTimeOf(lang, date, time),
    location,
    date ? null : service,
  );
  return (
    <section
      aria-labelledby="your-visit"
      className={cx(
        'book-bar z-30 bg-deep text-on-deep max-xl:sticky max-xl:bottom-[max(8px,env(safe-area-inset-bottom))] max-xl:mx-2 max-xl:mb-2 max-xl:rounded-[18px] max-xl:p-2 xl:p-8',
        !location && 'max-xl:hidden',
      )}
    >
      <div className="flex flex-col gap-4 max-xl:gap-2 xl:sticky xl:top-[100px]">
        <h3
          id="your-visit"
          className="font-display text-[1.625rem] font-[400] tracking-display max-xl:sr-only arabic:text-[2.1rem] arabic:font-[600]"
        >
          {t('booking.visit.title')}
        </h3>
        <p className="num truncate px-2 py-1 text-ui leading-[1.45] font-strong xl:hidden">{line}</p>
        <dl className="grid gap-3 max-xl:hidden">
          <Row icon={MapPin} label={t('booking.visit.location')} value={location} />
          <Row icon={FileText} label={t('booking.visit.service')} value={service} />
          {doctor !== null && <Row icon={Stethoscope} label={t('booking.visit.doctor')} value={doctor} />}
          <Row
            icon={CalendarDays}
            label={t('booking.visit.date')}
            value={date && formatLongDate(lang, date)}
          />
          <Row
            icon={Clock}
            label={t('booking.visit.time')}
            value={date && time && formatTimeOf(lang, date, time)}
            empty={date && t('booking.visit.chooseTime')}
          />
          {price && <Row icon={Coins} label={t('booking.visit.price')} value={price} />}
          {name && <Row icon={UserRound} label={t('booking.visit.for')} value={name} />}
        </dl>
        <div className="grid gap-2 empty:hidden">{children}</div>
        <ul className="grid gap-[10px] border-t border-on-deep/15 pt-4 text-small leading-[1.6] text-on-deep-2 max-xl:hidden">
          <Tip icon={Clock}>{t('common.visit.arriveEarly', { n: arriveEarlyMinutes })}</Tip>
          {hears && <Tip icon={ShieldCheck}>{t('booking.visit.confirmationSoon')}</Tip>}
        </ul>
        {location && (
          <DeepLotus className="-mx-8 opacity-90 max-xl:hidden [@media(max-height:860px)]:hidden" />
        )}
      </div>
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
