import { Clock, DoorOpen, type LucideIcon, MapPin, Pencil, Phone, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { inLang, joined, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { LocationPicture } from './location-picture.tsx';

interface CardProps {
  location: Location;
  onEdit(): void;
  onSchedule(): void;
  onDelete(): void;
}

/** A branch as the admin sees it, with what can be done with it. */
export function AdminLocationCard({ location, onEdit, onSchedule, onDelete }: CardProps) {
  const name = inLang(location.name, location.nameAr);
  const hours = inLang(location.openHours, location.openHoursAr).split('\n').filter(Boolean);
  return (
    <Card as="li" className="flex flex-col overflow-hidden">
      <LocationPicture location={location} />
      <div className="grid flex-1 content-start gap-[6px] px-4 py-[14px]">
        <h3 className="text-[1.0625rem]">{name}</h3>
        <ul className="grid gap-1 text-small leading-[1.5] text-ink-2">
          <Line icon={MapPin}>{inLang(location.address, location.addressAr)}</Line>
          {hours.length > 0 && (
            <Line icon={Clock}>
              {hours.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </Line>
          )}
          {location.phone && (
            <Line icon={Phone}>
              <span className="ltr num">{location.phone}</span>
            </Line>
          )}
          <Line icon={DoorOpen}>{t('admin.locations.roomCount', { n: location.rooms })}</Line>
        </ul>
      </div>
      <div className="flex border-t border-line p-1">
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
      </div>
    </Card>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-[9px]">
      <Icon size={16} strokeWidth={1.7} aria-hidden="true" className="mt-[3px] text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
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
