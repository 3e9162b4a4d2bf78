import { CalendarDays, Check, Clock, MapPin, UserX, X } from 'lucide-react';
import { listLocations } from '#shared/contract/locations.ts';
import { appointmentSummary } from '#shared/contract/staff-appointments.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatTile } from '#web/ui/stat-tile.tsx';

const tiles = [
  ['total', CalendarDays, 'text-accent'],
  ['upcoming', Clock, 'text-tone-info-bar'],
  ['confirmed', Check, 'text-tone-info-bar'],
  ['noShows', UserX, 'text-tone-attention-bar'],
  ['cancelled', X, 'text-tone-danger-bar'],
  ['locations', MapPin, 'text-tone-success-bar'],
] as const;

/** The clinic's six figures. */
export function AdminTiles() {
  const { data: summary, isError } = useRead(appointmentSummary);
  const { data: locations } = useRead(listLocations);
  const values = {
    total: summary?.total,
    upcoming: summary?.upcoming,
    confirmed: summary?.confirmed,
    noShows: summary?.noShow,
    cancelled: summary?.cancelled,
    locations: locations?.length,
  };
  if (isError) return <Notice kind="danger">{t('admin.tile.loadFailed')}</Notice>;
  return (
    <section aria-label={t('admin.tile.label')} className="grid grid-cols-3 gap-2 lg:grid-cols-6 lg:gap-3">
      {tiles.map(([name, Icon, tone]) => {
        const value = values[name];
        return (
          <StatTile
            key={name}
            label={t(`admin.tile.${name}`)}
            value={value === undefined ? <Skeleton className="h-6 w-12" /> : formatNumberInLang(value)}
            icon={<Icon size={18} strokeWidth={1.7} aria-hidden="true" className={`${tone} max-lg:hidden`} />}
            className="max-lg:px-3! max-lg:py-2! max-lg:[&>span]:text-xs"
          />
        );
      })}
    </section>
  );
}
