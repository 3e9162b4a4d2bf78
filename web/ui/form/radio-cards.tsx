import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export type RadioCardOption = { value: string; label: ReactNode; detail?: ReactNode; disabled?: boolean };
export type RadioCardsProps = {
  name: string;
  /** Accessible name of the group, unless `labelledBy` refers to a heading. */
  label?: string;
  labelledBy?: string;
  options: readonly RadioCardOption[];
  value: string | null;
  onChange(value: string): void;
  /** Number of columns on a desktop; a phone has one or two. */
  columns?: 2 | 4;
  /** Shows a radio ring before the label; without it only the border marks the chosen card. */
  ring?: boolean;
  /** Lower cards with less space, for long lists. */
  dense?: boolean;
  describedBy?: string;
  invalid?: boolean;
};

/** Native radio buttons that look like cards: arrow keys and form values work as usual. */
export function RadioCards({
  name,
  label,
  labelledBy,
  options,
  value,
  onChange,
  columns = 2,
  ring = true,
  dense = false,
  describedBy,
  invalid,
}: RadioCardsProps) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      className={cx(
        'grid',
        dense ? 'gap-1.5' : 'gap-2',
        columns === 4
          ? 'grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] xl:grid-cols-4'
          : 'md:grid-cols-2',
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex items-center gap-[10px] rounded-ctl border border-line-2 bg-surface px-[14px] text-start text-ui leading-snug font-medium hover:border-accent has-checked:border-btn has-checked:bg-tint has-checked:text-brand has-checked:shadow-[inset_0_0_0_1px_var(--btn)] has-disabled:bg-sunk has-disabled:text-ink-off has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-focus-visible:outline-solid',
            dense ? 'min-h-12 py-1' : 'min-h-14 py-[9px]',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={cx(
              'flex-none appearance-none rounded-full outline-0!',
              ring
                ? 'size-5 border-[1.5px] border-control checked:border-[6px] checked:border-btn checked:bg-btn-ink'
                : 'absolute inset-0',
            )}
          />
          <span className="min-w-0">
            {option.label}
            {option.detail && (
              <small className="block text-xs leading-[1.4] font-normal text-ink-2">{option.detail}</small>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
