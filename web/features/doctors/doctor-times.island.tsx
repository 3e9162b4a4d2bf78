import { CalendarPlus, Clock } from 'lucide-react';
import { type Earliest, earliestTimes } from '#shared/contract/doctors.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Branch {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  /** The branch lets patients choose a doctor by name. */
  readonly byName: boolean;
}

interface DoctorTimesProps {
  doctorId: number;
  /** Name of the doctor. */
  doctor: string;
  branches: readonly Branch[];
  bookHref: string;
}

const formatEarliest = ({ date, time }: Earliest): string => formatVisit(currentLang(), date, time);

/** The doctor's branches with the first free time at each; the links also work without JavaScript. */
function DoctorTimesIsland({ doctorId, doctor, branches, bookHref }: DoctorTimesProps) {
  const ready = useHydrated();
  const byName = branches.filter((branch) => branch.byName).length;
  const asked = { doctorId: String(doctorId) };
  const hers = useRead(earliestTimes, ready && byName > 0 ? { query: asked } : null);
  const anybodys = useRead(earliestTimes, ready && byName < branches.length ? { query: {} } : null);
  const error = hers.error ?? anybodys.error;
  const soonest = hers.data?.[0];
  return (
    <>
      {error && <Notice kind="danger">{getErrorMessage(error, t('common.state.loadFailed'))}</Notice>}
      {soonest && branches.length > 1 && (
        <p className="sr-only" role="status">
          {t('public.doctors.nextAt', {
            time: formatEarliest(soonest),
            location: branches.find(({ id }) => id === soonest.locationId)?.name ?? '',
          })}
        </p>
      )}
      <ul className="grid gap-3">
        {branches.map(({ id, name, address, byName: named }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-line bg-surface px-5 py-4"
          >
            <span className="grid min-w-0 gap-1">
              <b className="text-lead leading-snug font-strong">{name}</b>
              <span className="text-small text-ink-2">{address}</span>
              <BranchFirstFreeTime
                time={(named ? hers : anybodys).data?.find(({ locationId }) => locationId === id)}
                waits={!(named ? hers : anybodys).data && !error}
              />
              {!named && <span className="text-small text-ink-2">{t('public.doctors.byBranch')}</span>}
            </span>
            <ButtonLink
              href={`${bookHref}?location=${id}${named ? `&doctor=${doctorId}` : ''}`}
              kind={id === soonest?.locationId ? 'pri' : 'sec'}
              icon={<CalendarPlus size={18} strokeWidth={1.7} aria-hidden="true" />}
              aria-label={t('public.doctors.bookNamed', { doctor, location: name })}
            >
              {t('public.doctors.book')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function BranchFirstFreeTime({ time, waits }: { time: Earliest | undefined; waits: boolean }) {
  if (waits) return <Skeleton className="h-6 w-56 max-w-full" />;
  return (
    <span className="num flex items-center gap-2 text-ui font-medium text-ink">
      <Clock size={16} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />
      {time ? (
        <span>
          {t('public.doctors.next')}: <span className="inline-block">{formatEarliest(time)}</span>
        </span>
      ) : (
        t('public.doctors.none')
      )}
    </span>
  );
}

export const island = defineIsland({
  name: 'doctor-times',
  areas: ['common', 'errors', 'public'],
  component: DoctorTimesIsland,
});
