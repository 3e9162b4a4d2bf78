import { useState } from 'react';
import {
  bookFollowUps,
  type FollowUpPlan,
  planFollowUps,
  type RefusedTime,
} from '#shared/contract/staff-appointments.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import { usualRhythm } from '#shared/domain/visits/follow-up.ts';
import { useKeyedChange } from '#web/api/changes.ts';
import { readAgain, useRead } from '#web/api/hooks.ts';
import { notifiedOfAll, showNotified } from '#web/api/notified-text.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { currentLang, t } from '#web/i18n.ts';

/** The appointment to follow up. */
export interface Followed {
  id: number;
  name: string;
  date: string;
  time: string;
}
export type PlannedVisit = FollowUpPlan['visits'][number];
export interface When {
  date: string;
  time: string;
}

/** Value of a control for a time; the empty value skips the appointment. */
export const keyOf = ({ date, time }: When): string => `${date} ${time}`;
export const leftOut = '';
const whenOf = (key: string): When => ({ date: key.slice(0, 10), time: key.slice(11) });

/** A time outside the branch's hours is allowed; other conflicts are not. */
export const canKeep = ({ conflict }: PlannedVisit): boolean => conflict === null || conflict === 'outside';
const proposed = (visit: PlannedVisit): string => {
  if (canKeep(visit)) return keyOf(visit);
  const [nearest] = visit.alternatives;
  return nearest ? keyOf(nearest) : leftOut;
};

/** Interval, proposed times, the staff's own choices and the booking of a follow-up. */
export function useFollowUp(visit: Followed, onClose: () => void) {
  const [weeks, setWeeks] = useState<number>(usualRhythm);
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
    const offered = [...(canKeep(of) ? [of] : []), ...of.alternatives].map(keyOf);
    return key !== undefined && (key === leftOut || offered.includes(key)) ? key : proposed(of);
  };
  const wanted = planned.map(choiceFor).filter((key) => key !== leftOut);

  async function book() {
    try {
      const body = { visits: wanted.map(whenOf), service: serviceId, together };
      const answer = await saving.mutateAsync({ params: { id: visit.id }, body });
      setRefused(answer.refused);
      void readAgain(bookFollowUps.changes);
      const [first] = answer.booked;
      if (!first) return;
      showNotified(
        t('staff.followUp.doneTitle', { n: answer.booked.length }),
        formatVisit(currentLang(), first.appointmentDate, first.appointmentTime),
        notifiedOfAll(answer.booked),
        'confirmation',
      );
      if (answer.refused.length === 0) onClose();
    } catch (error) {
      sayFailed(t('staff.newAppointment.failedTitle'), error, t('staff.newAppointment.failed'));
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
