import { useState } from 'react';
import {
  bookFollowUps,
  type FollowUpPlan,
  planFollowUps,
  type RefusedTime,
} from '#shared/contract/staff-appointments.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { defaultInterval } from '#shared/domain/visits/follow-up.ts';
import { useKeyedChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { refetchSubjects, useRead } from '#web/api/hooks.ts';
import { findNotified, showNotifiedToast } from '#web/api/notified-text.ts';
import { currentLang, t } from '#web/i18n.ts';

/** The appointment to follow up. */
export interface VisitToFollowUp {
  id: number;
  name: string;
  date: string;
  time: string;
}
export type PlannedVisit = FollowUpPlan['visits'][number];
export interface VisitStart {
  date: string;
  time: string;
}

/** Value of a control for a time; the empty value skips the appointment. */
export const toTimeKey = ({ date, time }: VisitStart): string => `${date} ${time}`;
export const skippedTimeKey = '';
const parseTimeKey = (key: string): VisitStart => ({ date: key.slice(0, 10), time: key.slice(11) });

/** A time outside the branch's hours is allowed; other conflicts are not. */
export const canKeepPlannedTime = ({ conflict }: PlannedVisit): boolean =>
  conflict === null || conflict === 'outside';
const proposeTimeKey = (visit: PlannedVisit): string => {
  if (canKeepPlannedTime(visit)) return toTimeKey(visit);
  const [nearest] = visit.alternatives;
  return nearest ? toTimeKey(nearest) : skippedTimeKey;
};

/** Interval, proposed times, the staff's own choices and the booking of a follow-up. */
export function useFollowUp(visit: VisitToFollowUp, onClose: () => void) {
  const [weeks, setWeeks] = useState<number>(defaultInterval);
  const [times, setTimes] = useState(1);
  const [service, setService] = useState<number | undefined>();
  const [together, setTogether] = useState(true);
  /** Keyed by the planned day. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<readonly RefusedTime[]>([]);
  const query = { weeks, times, service };
  const plan = useRead(planFollowUps, { params: { id: visit.id }, query }, { keepPrevious: true });
  const saving = useKeyedChange(bookFollowUps);
  const { visits: planned = [], serviceId } = plan.data ?? {};
  const choiceFor = (of: PlannedVisit): string => {
    const key = chosen[of.date];
    const offered = [...(canKeepPlannedTime(of) ? [of] : []), ...of.alternatives].map(toTimeKey);
    return key !== undefined && (key === skippedTimeKey || offered.includes(key)) ? key : proposeTimeKey(of);
  };
  const wanted = planned.map(choiceFor).filter((key) => key !== skippedTimeKey);

  async function book() {
    try {
      const body = { visits: wanted.map(parseTimeKey), service: serviceId, together };
      const answer = await saving.mutateAsync({ params: { id: visit.id }, body });
      setRefused(answer.refused);
      void refetchSubjects(bookFollowUps.changes);
      const [first] = answer.booked;
      if (!first) return;
      showNotifiedToast(
        t('staff.followUp.doneTitle', { n: answer.booked.length }),
        formatVisit(currentLang(), first.appointmentDate, first.appointmentTime),
        findNotified(answer.booked),
        'confirmation',
      );
      if (answer.refused.length === 0) onClose();
    } catch (error) {
      showErrorToast(t('staff.newAppointment.failedTitle'), error, t('staff.newAppointment.failed'));
    }
  }
  return {
    weeks,
    setWeeks,
    times,
    setTimes,
    serviceId,
    setService,
    together,
    setTogether,
    plan: { planned, failed: plan.isError && !plan.data, isOld: plan.isPlaceholderData, again: plan.refetch },
    choiceFor,
    choose: (of: PlannedVisit, key: string) => setChosen((before) => ({ ...before, [of.date]: key })),
    count: wanted.length,
    refused,
    busy: saving.isPending,
    book,
  };
}
