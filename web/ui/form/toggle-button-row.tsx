interface ToggleButtonRowProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChoose(value: T): void;
}

/** A row of toggle buttons to choose one of a few views; the chosen one is pressed. */
export const ToggleButtonRow = <T extends string>({
  label,
  value,
  options,
  onChoose,
}: ToggleButtonRowProps<T>) => (
  <div role="group" aria-label={label} className="flex gap-[2px] rounded-item bg-sunk p-1">
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChoose(option.value)}
        className="grid min-h-9 flex-auto place-items-center rounded-sm px-3 text-center text-small leading-tight font-medium whitespace-nowrap text-ink-2 touch:min-h-tap hover:text-ink aria-pressed:bg-surface aria-pressed:font-strong aria-pressed:text-brand aria-pressed:shadow-card"
      >
        {option.label}
      </button>
    ))}
  </div>
);
