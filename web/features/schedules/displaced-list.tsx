import { Phone } from 'lucide-react';
import { listLocations } from '#shared/contract/locations.ts';
import type { Displaced } from '#shared/contract/schedules.ts';
import { formatVisit } from '#shared/domain/time-words.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, inLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { callHref } from '#web/ui/phone-links.ts';

interface DisplacedListProps {
  displaced: Displaced;
  /** Address of the list in which a visit is found by its reference. */
  listHref: string;
}

/** Whom an absence displaces: who, how to reach her, where and when, and the way to her visit. */
export function DisplacedList({ displaced: { count, appointments }, listHref }: DisplacedListProps) {
  const { data: locations } = useRead(listLocations);
  if (count === 0) return <Notice kind="success">{t('staff.absence.nobody')}</Notice>;
  const branch = (id: number, english: string) => {
    const found = locations?.find((location) => location.id === id);
    return found ? inLang(found.name, found.nameAr) : english;
  };
  return (
    <Notice kind="warn" live title={t('staff.absence.displaced', { n: count })}>
      <p>{t('staff.absence.displacedText')}</p>
      <ul className="mt-2 grid max-h-72 gap-2 overflow-y-auto" tabIndex={-1}>
        {appointments.map((visit) => (
          <li
            key={visit.id}
            data-displaced={visit.id}
            className="grid gap-x-4 rounded-item border border-line bg-surface px-3 py-2 text-small sm:grid-cols-2"
          >
            <span className="grid">
              <b className="font-strong" dir="auto">
                {visit.patient.name}
              </b>
              {visit.patient.phone ? (
                <a
                  href={callHref(visit.patient.phone)}
                  className="link ltr num inline-flex min-h-6 items-center gap-2 touch:min-h-tap"
                >
                  <Phone size={14} strokeWidth={1.7} aria-hidden="true" />
                  {visit.patient.phone}
                </a>
              ) : (
                <span className="text-ink-2">{t('staff.cell.noPhone')}</span>
              )}
              {visit.patient.unreachable && (
                <span className="text-xs text-ink-2">{t('staff.cell.unreachable')}</span>
              )}
            </span>
            <span className="grid">
              <span className="num">
                {formatVisit(currentLang(), visit.appointmentDate, visit.appointmentTime)}
              </span>
              <span className="text-ink-2">{branch(visit.locationId, visit.locationName)}</span>
              <a
                href={`${listHref}q=${encodeURIComponent(visit.reference)}`}
                className="link ltr num inline-flex min-h-6 items-center touch:min-h-tap"
              >
                {visit.reference}
              </a>
            </span>
          </li>
        ))}
      </ul>
      {count > appointments.length && (
        <p className="mt-2">{t('staff.absence.more', { n: count - appointments.length })}</p>
      )}
    </Notice>
  );
}
