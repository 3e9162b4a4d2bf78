import type { DisplacedVisits } from '#shared/contract/disruptions.ts';
import { t } from '#web/i18n.ts';
import { type ChosenProposals, countOutcome } from './choices.ts';
import { AffectedOffersCount, NotificationChannel, ProposalChoice } from './displaced-visits.tsx';
import { formatAppointmentStart, useDisruptionNames } from './names.ts';
import { PatientLine } from './patient-line.tsx';

interface DisplacedBriefProps {
  displaced: DisplacedVisits;
  choices: ChosenProposals;
  onChoose(appointmentId: number, index: number): void;
  listHref: string;
}

/**
 * Displaced appointments inside a dialog: patient and contact, appointment, offer, and the result of saving.
 */
export function DisplacedBrief({ displaced, choices, onChoose, listHref }: DisplacedBriefProps) {
  const { count, visits } = displaced;
  const names = useDisruptionNames();
  const { offered, told, calls } = countOutcome(visits, choices);
  if (count === 0) return <AffectedOffersCount {...displaced} />;
  return (
    <>
      <ul aria-label={t('plans.list')} className="grid gap-2">
        {visits.map((one) => (
          <li
            key={one.visit.id}
            data-displaced={one.visit.id}
            className="grid gap-2 rounded-item border border-line px-3 py-2 text-small sm:grid-cols-2"
          >
            <span className="grid content-start gap-1">
              <PatientLine {...one.visit.patient} href={`/clinic/patients/${one.visit.userId}`} />
              <span className="num">
                {formatAppointmentStart(one.visit)}{' '}
                <a className="link ltr" href={`${listHref}q=${encodeURIComponent(one.visit.reference)}`}>
                  {one.visit.reference}
                </a>
              </span>
              <span className="text-ink-2">{names.branch(one.visit.locationId)}</span>
            </span>
            <span className="grid content-start gap-1">
              <ProposalChoice one={one} choices={choices} onChoose={onChoose} names={names} />
              <NotificationChannel one={one} choices={choices} />
            </span>
          </li>
        ))}
      </ul>
      <AffectedOffersCount {...displaced} />
      {count > visits.length && <p className="text-small">{t('plans.more', { n: count - visits.length })}</p>}
      <p role="status" className="text-small">
        <b className="font-strong">{t('plans.offer.summary', { n: offered })}.</b>{' '}
        {t('plans.offer.told', { n: told })} {calls > 0 && t('plans.offer.calls', { n: calls })}
      </p>
    </>
  );
}
