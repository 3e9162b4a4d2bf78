export type DayOption = {
  value: string;
  /** "Sun", الأحد. */
  weekday: string;
  /** Day of the month. */
  day: string;
  /** Accessible name. */
  label: string;
};
export type DayGridProps = {
  /** Days grouped by month, with the name of the month. */
  months: readonly { name: string; days: readonly DayOption[] }[];
  labelledBy: string;
  value: string | null;
  onChoose(value: string): void;
};

/** Days by month as buttons, five in a row on a phone; pressing one leads to its times. */
export function DayGrid({ months, labelledBy, value, onChoose }: DayGridProps) {
  return (
    <div role="group" aria-labelledby={labelledBy} className="grid gap-2">
      {months.map(({ name, days }) => (
        <div key={name} className="grid gap-1">
          <p className="text-small text-ink-2">{name}</p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,3.25rem),1fr))] gap-[6px]">
            {days.map((day) => (
              <button
                key={day.value}
                type="button"
                data-day={day.value}
                aria-label={day.label}
                aria-pressed={day.value === value}
                onClick={() => onChoose(day.value)}
                className="num grid min-h-14 place-content-center rounded-ctl border border-line-2 bg-surface p-1 text-center leading-tight transition-colors hover:border-accent hover:bg-tint aria-pressed:border-btn aria-pressed:bg-btn aria-pressed:text-btn-ink"
              >
                <span className="text-xs">{day.weekday}</span>
                <span className="text-body font-medium">{day.day}</span>
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
