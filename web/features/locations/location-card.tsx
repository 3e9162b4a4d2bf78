import { CalendarX, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { currentLang, pickLanguage, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { callHref } from '#web/ui/phone/phone-links.ts';
import { BranchLine, BranchLines } from './branch-lines.tsx';
import { LocationPicture } from './location-picture.tsx';

/** Spacing: wide on the public site, dense for staff. */
const looks = {
  site: {
    body: 'gap-[10px] px-5 pt-4 pb-[10px] md:pt-[18px]',
    name: 'font-display text-[1.375rem] font-[430] tracking-display arabic:text-[1.75rem] arabic:leading-[1.2] arabic:font-[600]',
    foot: 'px-3 pt-[6px] pb-3',
  },
  desk: {
    body: 'gap-[6px] px-4 py-[14px]',
    name: 'display text-[1.25rem] leading-snug text-ink arabic:text-[1.5rem]',
    foot: 'flex border-t border-line p-1',
  },
};

interface LocationCardProps {
  location: Location;
  look: keyof typeof looks;
  /** Accessible name of the phone link, where several numbers are listed. */
  callLabel?: string;
  /** False to omit the opening hours as text, where the schedule is shown below. */
  withHours?: boolean;
  /** Lines (`BranchLine`) before the number. */
  lines?: ReactNode;
  /** Content below the lines. */
  children?: ReactNode;
  /** Actions for the branch. */
  foot?: ReactNode;
}

/** Card of a branch: picture, name, address, phone number and the day from which it is closed for good. */
export function LocationCard(props: LocationCardProps) {
  const { location, callLabel, withHours, lines, children, foot } = props;
  const look = looks[props.look];
  const dense = props.look === 'desk';
  return (
    <Card as="li" className="flex flex-col overflow-hidden">
      <LocationPicture location={location} drawing={dense ? undefined : 'max-md:aspect-[320/128]'} />
      <div className={cx('grid flex-1 content-start', look.body)}>
        <h3 className={look.name}>{pickLanguage(location.name, location.nameAr)}</h3>
        <BranchLines location={location} dense={dense} withHours={withHours}>
          {lines}
          {location.closedFrom && (
            <BranchLine dense={dense} icon={CalendarX}>
              {t('common.locations.closedFrom', { date: formatDate(currentLang(), location.closedFrom) })}
            </BranchLine>
          )}
          {location.phone && (
            <BranchLine dense={dense} icon={Phone}>
              <a
                href={callHref(location.phone)}
                aria-label={callLabel && `${callLabel} ${location.phone}`}
                className="ltr num -my-3 inline-flex min-h-tap items-center underline-offset-4 hover:text-accent hover:underline"
              >
                {location.phone}
              </a>
            </BranchLine>
          )}
        </BranchLines>
        {children}
      </div>
      {foot && <div className={look.foot}>{foot}</div>}
    </Card>
  );
}
