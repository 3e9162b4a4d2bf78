import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import { type Absence, createAbsence, previewAbsence } from '#shared/contract/schedules.ts';
import { useChange } from '#web/api/changes.ts';
import { type ApiError, call, getErrorMessage } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';

const emptyAbsenceDraft = { startDate: '', startTime: '', endDate: '', endTime: '', reason: '' };
export type AbsenceDraft = typeof emptyAbsenceDraft;

const toAbsenceBody = (userId: number, { startDate, startTime, endDate, endTime }: AbsenceDraft) => ({
  userId,
  startDate,
  startTime: startTime || null,
  endDate: endDate || startDate,
  endTime: endTime || null,
});

/** Appointments that the absence being entered would displace; refetched when it changes. */
const useDisplacedByAbsence = (stretch: ReturnType<typeof toAbsenceBody>) =>
  useQuery<DisplacedVisits, ApiError>(
    {
      meta: { shows: ['appointments', 'absences', 'offers'] as const },
      queryKey: [previewAbsence.path, JSON.stringify(stretch)],
      queryFn: ({ signal }) => call(previewAbsence, { body: stretch, signal }),
      enabled: stretch.startDate !== '' && stretch.userId > 0,
    },
    queryClient,
  );

/**
 * An absence being entered: the appointments it would displace, and saving it. `userId` 0: no doctor is
 * chosen yet.
 */
export function useAbsenceForm(userId: number) {
  const [draft, setDraft] = useState(emptyAbsenceDraft);
  const [problem, setProblem] = useState<string>();
  const stretch = toAbsenceBody(userId, draft);
  const { data: displaced, error, isFetching, refetch } = useDisplacedByAbsence(stretch);
  const { mutateAsync: send, isPending: saving } = useChange(createAbsence);
  async function save(): Promise<Absence | undefined> {
    if (draft.startDate === '' || userId === 0) {
      setProblem(t(userId === 0 ? 'plans.new.choose' : 'validation.selectDate'));
      return undefined;
    }
    // The list of displaced appointments could not be loaded: nothing is saved unseen.
    if (error) {
      void refetch();
      return undefined;
    }
    return send({ body: { ...stretch, reason: draft.reason } }).catch((refused: unknown) => {
      setProblem(getErrorMessage(refused, t('staff.absence.failed')));
      return undefined;
    });
  }
  return {
    draft,
    put(change: Partial<AbsenceDraft>) {
      setProblem(undefined);
      setDraft((before) => ({ ...before, ...change }));
    },
    displaced: error ? undefined : displaced,
    isFetching,
    problem: problem ?? (error ? getErrorMessage(error, t('staff.absence.failed')) : undefined),
    saving,
    save,
  };
}
