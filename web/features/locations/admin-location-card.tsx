import { Clock, DoorOpen, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { inLang, joined, t } from '#web/i18n.ts';
import { BranchLine } from './branch-lines.tsx';
import { LocationCard } from './location-card.tsx';

interface CardProps {
  location: Location;
  onEdit(): void;
  onSchedule(): void;
  onDelete(): void;
}

/** A branch as the admin sees it, with what can be done with it. */
export function AdminLocationCard({ location, onEdit, onSchedule, onDelete }: CardProps) {
  const name = inLang(location.name, location.nameAr);
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
          <Act icon={Pencil} name={joined(t('admin.locations.edit'), name)} onClick={onEdit}>
            {t('admin.locations.edit')}
          </Act>
          <Act icon={Clock} name={joined(t('admin.locations.schedule'), name)} onClick={onSchedule}>
            {t('admin.locations.schedule')}
          </Act>
          <button
            type="button"
            aria-label={joined(t('admin.locations.delete'), name)}
            title={t('admin.locations.delete')}
            onClick={onDelete}
            className="grid min-h-tap w-11 flex-none place-items-center rounded-[10px] text-ink-2 hover:bg-tint hover:text-danger"
          >
            <Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />
          </button>
        </>
      }
    />
  );
}

function Act({
  icon: Icon,
  name,
  onClick,
  children,
}: {
  icon: LucideIcon;
  name: string;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="inline-flex min-h-tap flex-1 items-center justify-center gap-[7px] rounded-[10px] text-small font-medium text-ink-2 hover:bg-tint hover:text-ink"
    >
      <Icon size={17} strokeWidth={1.7} aria-hidden="true" />
      {children}
    </button>
  );
}
