import { useQuery } from '@tanstack/react-query';
import { type Alert, listAlerts } from '#shared/contract/patients.ts';
import { call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';

interface AlertRequest {
  readonly id: number;
  answer(alerts: Alert[]): void;
  refuse(error: unknown): void;
}

const alertRequestQueue: AlertRequest[] = [];
const maxAlertIds = 200;

/** Sends one request for all ids collected so far, at most 200 per request. */
async function sendAlertBatch(): Promise<void> {
  const asked = alertRequestQueue.splice(0, maxAlertIds);
  if (alertRequestQueue.length > 0) void sendAlertBatch();
  try {
    const ids = [...new Set(asked.map(({ id }) => id))].join(',');
    const found = await call(listAlerts, { query: { ids } });
    const of = new Map(found.map(({ patientId, alerts }) => [patientId, alerts]));
    for (const { id, answer } of asked) answer(of.get(id) ?? []);
  } catch (error) {
    for (const { refuse } of asked) refuse(error);
  }
}

/** Alerts of one patient. The calls of all names in a list are combined into one request. */
const fetchAlertsBatched = (id: number): Promise<Alert[]> =>
  new Promise((answer, refuse) => {
    if (alertRequestQueue.push({ id, answer, refuse }) === 1) setTimeout(() => void sendAlertBatch());
  });

/**
 * Alerts of a patient; requested for doctors only. `failed` means that they are unknown, not that there are
 * none.
 */
export function useAlerts(patientId: number): { alerts: readonly Alert[]; failed: boolean } {
  const { user } = useSession();
  const { data, isError } = useQuery<Alert[]>(
    {
      queryKey: [listAlerts.path, patientId],
      meta: { shows: listAlerts.shows },
      queryFn: () => fetchAlertsBatched(patientId),
      enabled: user?.role === 'doctor',
    },
    queryClient,
  );
  return { alerts: data ?? [], failed: isError };
}
