import { formatTimeOf } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { type BookedVisit, changeOwnAppointment } from '#web/features/appointments/mine/change-own.ts';
import { getChangeability } from '#web/features/appointments/mine/changeability.ts';
import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { BookingChoice, BookingLocation } from './booking-choice.ts';
import type { ConflictingOwnVisit } from './own-visits.ts';

export interface OwnVisitNoticeProps {
  lang: Lang;
  own: ConflictingOwnVisit;
  /** Name of the patient, if she is not the user. */
  of: string | null;
  choice: BookingChoice;
  locations: readonly BookingLocation[];
  cutoffHours: number;
  /** Called once the appointment was moved to the chosen time; absent while no move is offered. */
  onMoved?: (visit: BookedVisit) => void;
}

const titles = {
  same: { own: 'booking.own.same', of: 'booking.own.sameOf' },
  overlapping: { own: 'booking.own.overlapping', of: 'booking.own.overlappingOf' },
  sameDay: { own: 'booking.own.sameDay', of: 'booking.own.sameDayOf' },
} as const;

function getOwnVisitKey(is: ConflictingOwnVisit['is'], isLastStep: boolean, mayMove: boolean) {
  if (is === 'overlapping') return mayMove ? 'booking.own.moveOrOther' : 'booking.own.other';
  return is === 'sameDay' && isLastStep && mayMove && 'booking.own.moveOrBoth';
}

/** Says that the patient already has an appointment on the chosen day, and offers to move it. */
export function OwnVisitNotice(props: OwnVisitNoticeProps) {
  const { lang, own, of, choice, locations, cutoffHours, onMoved } = props;
  const { visit, is } = own;
  const nameOf = (id: number | null) => locations.find((one) => one.id === id)?.name ?? visit.locationName;
  const { locationId, date, time } = choice;
  const moving = useMultiStepChange(async (to: { locationId: number; date: string; time: string }) => {
    const branch = to.locationId === visit.locationId ? {} : { locationId: to.locationId };
    try {
      onMoved?.(
        await changeOwnAppointment(visit, { appointmentDate: to.date, appointmentTime: to.time, ...branch }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ kind: 'error', title: t('booking.failed.title'), description: error.message });
    }
  });
  const mayMove = onMoved && is !== 'same' && getChangeability(visit, cutoffHours, now()) === 'open';
  const text = getOwnVisitKey(is, Boolean(onMoved), Boolean(mayMove));
  return (
    <Notice
      kind={is === 'sameDay' ? 'info' : 'warn'}
      live
      title={t(of === null ? titles[is].own : titles[is].of, { name: of ?? '' })}
    >
      <p data-own-visit={visit.id}>
        {t('booking.own.visit', {
          time: formatTimeOf(lang, visit.appointmentDate, visit.appointmentTime),
          location: nameOf(visit.locationId),
        })}
        {text && ` ${t(text)}`}
      </p>
      {mayMove && locationId && date && time && (
        <Button
          kind="sec"
          size="sm"
          className="mt-2"
          busy={moving.isPending}
          busyLabel={t('booking.move.submitting')}
          onClick={() => moving.mutate({ locationId, date, time })}
        >
          {t('booking.own.move', { time: formatTimeOf(lang, date, time) })}
        </Button>
      )}
    </Notice>
  );
}
