import { CalendarDays } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';
import { getControlClass } from '../control-look.ts';
import { useFieldControl } from '../field-control.ts';
import type { CalendarProps } from './calendar.tsx';

const Calendar = lazyPreloaded(() => import('./calendar.tsx').then((m) => m.Calendar));

export type DateInputProps = Omit<CalendarProps, 'month' | 'onMonthChange' | 'autoFocus'> & {
  id?: string;
  placeholder: string;
  /** The chosen day, formatted. */
  formatted?: string;
  /** Accessible name of the calendar. */
  calendarLabel: string;
  dense?: boolean;
  disabled?: boolean;
  /** Called when the user turns to another month, so that the caller can load it. */
  onMonthChange?(firstDay: string): void;
};

/** An input that opens a small calendar with the same days and marks as in booking. */
export function DateInput({
  id,
  placeholder,
  formatted,
  calendarLabel,
  dense,
  disabled,
  onMonthChange,
  ...calendar
}: DateInputProps) {
  const control = useFieldControl({ id });
  const [open, setOpen] = useState(false);
  const [month, setMonth] = useState(calendar.value ?? calendar.min ?? calendar.today);
  function turn(firstDay: string) {
    setMonth(firstDay);
    onMonthChange?.(firstDay);
  }
  function toggle(next: boolean) {
    if (next) turn(calendar.value ?? calendar.min ?? calendar.today);
    setOpen(next);
  }
  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <Popover.Trigger
        {...control}
        disabled={disabled}
        className={getControlClass(
          dense ? 'dense' : 'normal',
          cx('flex items-center gap-[10px] px-[14px] text-start', !formatted && 'text-ink-3'),
        )}
      >
        <CalendarDays size={20} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
        <span className="truncate">{formatted ?? placeholder}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={calendarLabel}
          className="z-70 max-h-(--radix-popover-content-available-height) w-[340px] max-w-[calc(100vw-24px)] animate-rise overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-4 shadow-float"
        >
          <Calendar
            {...calendar}
            month={month}
            onMonthChange={turn}
            autoFocus
            compact
            onChange={(day) => {
              calendar.onChange(day);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
