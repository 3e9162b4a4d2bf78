import type { Lang } from '#shared/domain/languages.ts';
import type { ApiError } from '#web/api/client.ts';
import type { DoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import { Button } from '#web/ui/button.tsx';
import { DayAndTime } from './day-and-time.tsx';
import { useMover } from './use-mover.ts';

interface LinkMoverProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  locationId: number;
  phone: string;
  /** Free times are asked for this service: a link does not say which one the visit is for. */
  serviceId: number | null;
  /** Whom the visit was wanted with. */
  doctor: DoctorChoice;
  /** What the button says, and while it works. */
  words: { move: string; working: string };
  /** Answers the refusal, which it shows; null once it is moved. */
  onMove(date: string, time: string): Promise<ApiError | null>;
}

/** Another day and time for a visit, for somebody who is not signed in. */
export function LinkMover({ onMove, words, ...where }: LinkMoverProps) {
  const mover = useMover(where.locationId, async ({ date, time }) => {
    const refused = await onMove(date, time);
    if (refused) throw refused;
  });
  const { to } = mover;
  return (
    <div className="grid gap-6">
      <DayAndTime {...where} from={where.today} mover={mover} className="grid gap-6" />
      <Button
        block
        size="lg"
        disabled={!to}
        busy={mover.busy}
        busyLabel={words.working}
        onClick={() => to && void mover.move(to)}
      >
        {words.move}
      </Button>
    </div>
  );
}
