import { Clock, type LucideIcon, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { pickLanguage } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';

/** Address and opening hours of a branch; `children` are further lines. */
export function BranchLines({
  location,
  dense = false,
  withHours = true,
  children,
}: {
  location: Location;
  dense?: boolean;
  withHours?: boolean | undefined;
  children?: ReactNode;
}) {
  const hours = pickLanguage(location.openHours, location.openHoursAr).split('\n').filter(Boolean);
  return (
    <ul className={cx('grid text-small leading-[1.5] text-ink-2', dense ? 'gap-1' : 'gap-2')}>
      <BranchLine dense={dense} icon={MapPin}>
        {pickLanguage(location.address, location.addressAr)}
      </BranchLine>
      {withHours && hours.length > 0 && (
        <BranchLine dense={dense} icon={Clock}>
          {hours.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </BranchLine>
      )}
      {children}
    </ul>
  );
}

/** One fact of a branch with an icon before it. */
export function BranchLine({
  icon: Icon,
  dense = false,
  children,
}: {
  icon: LucideIcon;
  dense?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={cx('flex', dense ? 'gap-[9px]' : 'gap-[10px]')}>
      <Icon
        size={dense ? 16 : 17}
        strokeWidth={1.7}
        aria-hidden="true"
        className={cx('text-ink-3', dense ? 'mt-[3px]' : 'mt-[2px]')}
      />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
