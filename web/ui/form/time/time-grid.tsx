import { cx } from '#web/ui/cx.ts';

/** `note` is a text below a time that can be chosen. */
export type TimeOption = { value: string; label: string; taken?: boolean; note?: string };
export type TimeGridProps = {
  name: string;
  label?: string;
  labelledBy?: string;
  times: readonly TimeOption[];
  value: string | null;
  onChange(value: string): void;
  /** Text below a time that is taken. */
  takenLabel: string;
  describedBy?: string;
};

/**
 * Radio buttons in three columns; changes of the list are announced politely. Unlike a card of `RadioCards`,
 * a time fills with colour when chosen and may be taken.
 */
export function TimeGrid({
  name,
  label,
  labelledBy,
  times,
  value,
  onChange,
  takenLabel,
  describedBy,
}: TimeGridProps) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-live="polite"
      className="grid grid-cols-3 content-start gap-2"
    >
      {times.map((time) => (
        <label
          key={time.value}
          className={cx(
            'num relative grid min-h-ctl place-content-center rounded-ctl border p-1 text-center text-ui leading-tight font-medium transition-colors has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-focus-visible:outline-solid',
            time.taken
              ? 'cursor-not-allowed border-transparent bg-sunk text-ink-2'
              : 'border-line-2 bg-surface hover:border-accent hover:bg-tint has-checked:border-btn has-checked:bg-btn has-checked:text-btn-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={time.value}
            checked={time.value === value}
            disabled={time.taken}
            onChange={() => onChange(time.value)}
            className="absolute inset-0 appearance-none rounded-ctl outline-0!"
          />
          <span className={cx('text-balance', time.taken && 'line-through decoration-1 arabic:no-underline')}>
            {time.label}
          </span>
          {(time.taken || time.note) && (
            <small className="text-tiny font-normal text-balance">
              {time.taken ? takenLabel : time.note}
            </small>
          )}
        </label>
      ))}
    </div>
  );
}
