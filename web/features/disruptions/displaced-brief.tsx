import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import { t } from '#web/i18n.ts';
import { timeWords, useNames, visitWords } from './names.ts';
import { PatientLine } from './patient-line.tsx';

interface DisplacedBriefProps {
  displaced: DisplacedVisits;
  listHref: string;
}

/** Whom it displaces, inside a dialog: who and how to reach her, her visit, and the nearest other time. */
export function DisplacedBrief({ displaced: { count, visits }, listHref }: DisplacedBriefProps) {
  const names = useNames();
  return (
    <>
      <ul aria-label={t('plans.list')} className="grid gap-2">
        {visits.map(({ visit, proposals: [nearest] }) => (
          <li
            key={visit.id}
            data-displaced={visit.id}
            className="grid gap-2 rounded-item border border-line px-3 py-2 text-small sm:grid-cols-2"
          >
            <PatientLine {...visit.patient} href={`/clinic/patients/${visit.userId}`} />
            <span className="grid content-center">
              <span className="num">
                {visitWords(visit)}{' '}
                <a className="link ltr" href={`${listHref}q=${encodeURIComponent(visit.reference)}`}>
                  {visit.reference}
                </a>
              </span>
              <span className="text-ink-2">{names.branch(visit.locationId)}</span>
              <span className="num text-ink-2">
                {nearest
                  ? `${t('plans.col.propose')}: ${timeWords(nearest, visit.locationId, names)}`
                  : t('plans.propose.none')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {count > visits.length && <p className="text-small">{t('plans.more', { n: count - visits.length })}</p>}
    </>
  );
}
