import { Clock, DoorOpen, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { BranchLine } from './branch-lines.tsx';
import { LocationCard } from './location-card.tsx';

interface CardProps {
  location: Location;
  onEdit(): void;
  onSchedule(): void;
  onDelete(): void;
}

/** Card of a branch with the admin's actions. */
export function AdminLocationCard({ location, onEdit, onSchedule, onDelete }: CardProps) {
  const name = pickLanguage(location.name, location.nameAr);
  return (
    <LocationCard
      location={location}
      look="desk"
      lines={
        <BranchLine dense icon={DoorOpen}>
          {t('admin.locations.roomCount', { n: location.rooms })}
        </BranchLine>
      }
      foot={
        <>
          <Act icon={Pencil} name={joinWithComma(t('admin.locations.edit'), name)} onClick={onEdit}>
            {t('admin.locations.edit')}
          </Act>
          <Act icon={Clock} name={joinWithComma(t('admin.locations.schedule'), name)} onClick={onSchedule}>
            {t('admin.locations.schedule')}
          </Act>
          <Act
            icon={Trash2}
            name={joinWithComma(t('admin.locations.delete'), name)}
            danger
            onClick={onDelete}
          >
            {t('admin.locations.delete')}
          </Act>
        </>
      }
    />
  );
}

function Act({
  icon: Icon,
  name,
  danger,
  onClick,
  children,
}: {
  icon: LucideIcon;
  name: string;
  danger?: boolean;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className={cx(
        'inline-flex min-h-tap flex-auto items-center justify-center gap-[6px] rounded-[10px] text-small font-medium text-ink-2 hover:bg-tint',
        danger ? 'hover:text-danger' : 'hover:text-ink',
      )}
    >
      <Icon size={17} strokeWidth={1.7} aria-hidden="true" />
      {children}
    </button>
  );
}
