import type { Lang } from '#shared/domain/languages.ts';
import type { ApiError } from '#web/api/client.ts';
import type { DoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import { Button } from '#web/ui/button.tsx';
import { DayAndTime } from './day-and-time.tsx';
import { useMoveAppointment } from './use-move-appointment.ts';

interface LinkMoverProps {
  lang: Lang;
  today: string;
  daysAhead: number;
  locationId: number;
  phone: string;
  /** Service whose free times are shown; a link does not contain the service of the appointment. */
  serviceId: number | null;
  /** The wanted doctor of the appointment. */
  doctor: DoctorChoice;
  /** Text of the button, and its text while the move is being sent. */
  words: { move: string; working: string };
  /** Returns the error, which the component shows; null after the move. */
  onMove(date: string, time: string): Promise<ApiError | null>;
}

/** Moves an appointment for a user who is not signed in. */
export function LinkMover({ onMove, words, ...where }: LinkMoverProps) {
  const mover = useMoveAppointment(where.locationId, async ({ date, time }) => {
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
