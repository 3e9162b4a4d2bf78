import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true, className: 'flip' } as const;

interface CalendarTurnProps {
  previous: string;
  now: string;
  next: string;
  isNow: boolean;
  /** 0: to the current day, week or month. */
  onTurn(by: -1 | 0 | 1): void;
}

/** Buttons: previous, current, next. */
export function CalendarTurn({ previous, now, next, isNow, onTurn }: CalendarTurnProps) {
  return (
    <div className="day-stepper">
      <IconButton label={previous} onClick={() => onTurn(-1)}>
        <ChevronLeft {...icon} />
      </IconButton>
      <button type="button" aria-pressed={isNow} onClick={() => onTurn(0)}>
        {now}
      </button>
      <IconButton label={next} onClick={() => onTurn(1)}>
        <ChevronRight {...icon} />
      </IconButton>
    </div>
  );
}
