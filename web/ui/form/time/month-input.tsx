import { ChevronLeft, ChevronRight } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Formats a month ('YYYY-MM') and its year. */
export type MonthFormat = {
  year(month: string): string;
  short(month: string): string;
  full(month: string): string;
};

export type MonthInputProps = {
  value: string;
  /** Month of today, marked by a ring. */
  current: string;
  onChange(month: string): void;
  format: MonthFormat;
  labels: { previous: string; next: string; panel: string };
  /** Content of the button that opens the panel. */
  trigger: ReactNode;
};

const twelve = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const columns = 3;

/** A panel of twelve months; arrow keys move by month, PageUp and PageDown by year. */
export function MonthInput({ value, current, onChange, format, labels, trigger }: MonthInputProps) {
  const [open, setOpen] = useState(false);
  const [year, setYear] = useState(Number(value.slice(0, 4)));
  function toggle(next: boolean) {
    if (next) setYear(Number(value.slice(0, 4)));
    setOpen(next);
  }
  function walk(event: KeyboardEvent<HTMLElement>) {
    const mirrored = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const turn = { PageUp: -1, PageDown: 1 }[event.key];
    const step = { ArrowRight: mirrored, ArrowLeft: -mirrored, ArrowDown: columns, ArrowUp: -columns }[
      event.key
    ];
    if (turn === undefined && step === undefined) return;
    event.preventDefault();
    if (turn !== undefined) return setYear(year + turn);
    const buttons = [...(event.currentTarget.parentElement?.children ?? [])] as HTMLElement[];
    buttons[buttons.indexOf(event.currentTarget) + (step ?? 0)]?.focus();
  }
  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={labels.panel}
          className="z-70 max-h-(--radix-popover-content-available-height) w-[304px] max-w-[calc(100vw-24px)] animate-rise overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-3 shadow-float"
        >
          <div className="mb-2 flex items-center justify-between">
            <IconButton label={labels.previous} onClick={() => setYear(year - 1)}>
              <ChevronLeft size={20} strokeWidth={1.7} aria-hidden="true" className="flip" />
            </IconButton>
            <b aria-live="polite" className="num font-strong">
              {format.year(`${year}-01`)}
            </b>
            <IconButton label={labels.next} onClick={() => setYear(year + 1)}>
              <ChevronRight size={20} strokeWidth={1.7} aria-hidden="true" className="flip" />
            </IconButton>
          </div>
          <div role="group" aria-label={format.year(`${year}-01`)} className="grid grid-cols-3 gap-1">
            {twelve.map((two) => {
              const month = `${year}-${two}`;
              return (
                <button
                  key={month}
                  type="button"
                  aria-label={format.full(month)}
                  aria-pressed={month === value}
                  onKeyDown={walk}
                  onClick={() => {
                    onChange(month);
                    setOpen(false);
                  }}
                  className={cx(
                    'min-h-tap rounded-sm px-1 text-small hover:bg-tint aria-pressed:bg-btn aria-pressed:font-strong aria-pressed:text-btn-ink',
                    month === current && 'shadow-[inset_0_0_0_1.5px_var(--control)]',
                  )}
                >
                  {format.short(month)}
                </button>
              );
            })}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
