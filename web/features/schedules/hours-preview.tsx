import { useQuery } from '@tanstack/react-query';
import type { BodyInput, Reply } from '#shared/contract/endpoint.ts';
import { previewHours } from '#shared/contract/schedules.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import { type ApiError, call } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

type Proposal = BodyInput<typeof previewHours>;
/** New hours of one branch, before they are saved. */
export interface HoursPlan {
  readonly locationId: number;
  readonly body: Proposal;
}
export type Hits = Reply<typeof previewHours>;

const none: Hits = { count: 0, appointments: [] };

async function look(plans: readonly HoursPlan[], signal?: AbortSignal): Promise<Hits> {
  const answers = await Promise.all(
    plans.map(({ locationId, body }) =>
      call(previewHours, { params: { id: locationId }, body, ...(signal ? { signal } : {}) }),
    ),
  );
  return answers.reduce(
    (sum, { count, appointments }) => ({
      count: sum.count + count,
      appointments: [...sum.appointments, ...appointments],
    }),
    none,
  );
}

const queryOf = (plans: readonly HoursPlan[]) => ({
  meta: { shows: ['appointments', 'schedules'] as const },
  queryKey: [previewHours.path, JSON.stringify(plans)],
  queryFn: ({ signal }: { signal: AbortSignal }) => look(plans, signal),
});

/** Whom the hours being written would hit; asked again as they change. */
export const useHits = (plans: readonly HoursPlan[], enabled: boolean): Hits | undefined =>
  useQuery<Hits, ApiError>({ ...queryOf(plans), enabled: enabled && plans.length > 0 }, queryClient).data;

/** The same question, for the moment before saving. */
export const hitsOf = (plans: readonly HoursPlan[]): Promise<Hits> =>
  queryClient.fetchQuery({ ...queryOf(plans), staleTime: 10_000 });

/** Says who is hit, by name, and that nobody is moved by saving. */
export function HitsNotice({ hits, title, hint }: { hits: Hits | undefined; title: string; hint?: string }) {
  if (!hits || hits.count === 0) return null;
  return (
    <Notice kind="warn" live>
      <p>{title}</p>
      {hint && <p>{hint}</p>}
      <details className="mt-1">
        <summary className="min-h-6 font-strong underline underline-offset-4">
          {t('admin.exceptions.lookFirst')}
        </summary>
        <ul className="mt-2 grid max-h-48 gap-1 overflow-y-auto text-small">
          {hits.appointments.map(({ id, reference, patientName, appointmentDate, appointmentTime }) => (
            <li key={id}>
              <b>{patientName}</b> · {formatVisit(currentLang(), appointmentDate, appointmentTime)} ·{' '}
              <span className="ltr num">{reference}</span>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
