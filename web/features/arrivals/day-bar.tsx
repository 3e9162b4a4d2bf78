import { ChevronDown, ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { addDays } from '#shared/domain/clinic-time.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx';
import type { BoardNames } from './board-names.ts';

const listKey = '?';
const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface DayBarProps {
  names: BoardNames;
  locationId: number | null;
  date: string;
  today: string;
  onBranch(id: number): void;
  onDate(date: string): void;
  onPrint(): void;
  onKeys(): void;
  /** Search, between the day and the tools. */
  find: ReactNode;
  /** Tools for daily use, and items of the menu with the others. */
  tools: ReactNode;
  more: ReactNode;
}

/** Branch, day, search and tools. */
export function DayBar(props: DayBarProps) {
  const { names, locationId, date, today, onBranch, onDate, onPrint, onKeys, find, tools, more } = props;
  return (
    <div className="day-bar">
      <Select
        dense
        aria-label={t('desk.day.branch')}
        value={locationId ?? ''}
        onChange={({ target }) => onBranch(Number(target.value))}
      >
        <NamedOptions of={names.branches} />
      </Select>
      <div className="day-stepper">
        <IconButton label={t('desk.day.previous')} onClick={() => onDate(addDays(date, -1))}>
          <ChevronLeft {...icon} className="flip" />
        </IconButton>
        <button type="button" aria-pressed={date === today} onClick={() => onDate(today)}>
          {t('desk.day.today')}
        </button>
        <IconButton label={t('desk.day.next')} onClick={() => onDate(addDays(date, 1))}>
          <ChevronRight {...icon} className="flip" />
        </IconButton>
      </div>
      {find}
      <div role="group" aria-label={t('desk.day.tools')} className="day-tools max-sm:[&>button]:px-[10px]!">
        {tools}
        <Menu
          trigger={
            <Button kind="gho" size="sm">
              {t('desk.day.more')}
              <ChevronDown size={18} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          }
        >
          {more}
          <MenuItem icon={<Printer size={18} strokeWidth={1.7} aria-hidden="true" />} onSelect={onPrint}>
            {t('desk.day.print')}
          </MenuItem>
        </Menu>
        <Button
          kind="gho"
          size="sm"
          aria-label={t('desk.day.keys')}
          aria-keyshortcuts="?"
          className="max-lg:hidden touch:hidden"
          onClick={onKeys}
        >
          {t('desk.day.keysShort')} <Kbd aria-hidden="true">{listKey}</Kbd>
        </Button>
      </div>
    </div>
  );
}
