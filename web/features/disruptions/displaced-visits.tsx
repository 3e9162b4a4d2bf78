import {
  Bell,
  CircleAlert,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  Phone,
} from 'lucide-react';
import type {
  DisplacedVisits as Displaced,
  DisplacedVisit,
  ProposedTime,
} from '#shared/contract/disruptions.ts';
import { displacesAnybody } from '#shared/domain/displaced-state.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StatTile } from '#web/ui/stat-tile.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { type ChosenProposals, countOutcome, getChosenProposal } from './choices.ts';
import {
  type DisruptionNames,
  formatAppointmentStart,
  formatTimeAtBranch,
  useDisruptionNames,
} from './names.ts';
import { PatientLine } from './patient-line.tsx';

interface DisplacedVisitsProps {
  displaced: Displaced;
  choices: ChosenProposals;
  onChoose(appointmentId: number, index: number): void;
  /** Address of the list in which a reference finds an appointment, up to its query. */
  listHref: string;
}

/** Displaced appointments: patient and contact, branch and time, and the offer. */
export function DisplacedVisits({ displaced, choices, onChoose, listHref }: DisplacedVisitsProps) {
  const { count, visits } = displaced;
  const names = useDisruptionNames();
  if (count === 0)
    return displacesAnybody(displaced) ? (
      <AffectedOffersCount {...displaced} />
    ) : (
      <Notice kind="success">{t('plans.nobody')}</Notice>
    );
  return (
    <>
      <AffectedOffersCount {...displaced} />
      <Tallies count={count} visits={visits} choices={choices} />
      <Notice title={t('plans.rule')}>{t('plans.ruleText')}</Notice>
      <Table label={t('plans.list')}>
        <TableHead>
          <TableHeading>{t('plans.col.patient')}</TableHeading>
          <TableHeading>{t('plans.col.was')}</TableHeading>
          <TableHeading>{t('plans.col.propose')}</TableHeading>
          <TableHeading>{t('plans.col.hears')}</TableHeading>
        </TableHead>
        <TableBody>
          {visits.map((one) => (
            <TableRow key={one.visit.id} data-displaced={one.visit.id}>
              <TableCell place="who">
                <PatientLine {...one.visit.patient} href={`/clinic/patients/${one.visit.userId}`} />
              </TableCell>
              <TableCell place="wide">
                <span className="lg:hidden text-xs text-ink-2">{t('plans.col.was')}</span>
                <TwoLines
                  first={<span className="num">{formatAppointmentStart(one.visit)}</span>}
                  second={
                    <>
                      {names.branch(one.visit.locationId)}{' '}
                      <a
                        className="link ltr num"
                        href={`${listHref}q=${encodeURIComponent(one.visit.reference)}`}
                      >
                        {one.visit.reference}
                      </a>
                    </>
                  }
                />
              </TableCell>
              <TableCell place="wide">
                <ProposalChoice one={one} choices={choices} onChoose={onChoose} names={names} />
              </TableCell>
              <TableCell place="wide">
                <NotificationChannel one={one} choices={choices} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {count > visits.length && <p className="text-small">{t('plans.more', { n: count - visits.length })}</p>}
    </>
  );
}

/**
 * Number of offers and waiting list entries that a change affects; those patients are informed when it is
 * saved.
 */
export function AffectedOffersCount({
  offers = 0,
  wishes = 0,
  closedWishes = 0,
}: Omit<Displaced, 'count' | 'visits'>) {
  if (offers + wishes + closedWishes === 0) return null;
  return (
    <Notice>
      {offers > 0 && <p>{t('plans.alsoOffers', { n: offers })}</p>}
      {wishes > 0 && <p>{t('plans.alsoWishes', { n: wishes })}</p>}
      {closedWishes > 0 && <p>{t('plans.alsoClosed', { n: closedWishes })}</p>}
    </Notice>
  );
}

function Tallies({
  count,
  visits,
  choices,
}: {
  count: number;
  visits: readonly DisplacedVisit[];
  choices: ChosenProposals;
}) {
  const { told, calls } = countOutcome(visits, choices);
  const fits = visits.filter(({ proposals }) => proposals.length > 0).length;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatTile label={t('plans.tally.displaced')} value={formatNumberInLang(count)} />
      <StatTile label={t('plans.tally.fits')} value={formatNumberInLang(fits)} />
      <StatTile label={t('plans.tally.told')} value={formatNumberInLang(told)} />
      <StatTile label={t('plans.tally.toCall')} value={formatNumberInLang(calls)} />
    </div>
  );
}

type OneProps = Pick<DisplacedVisitsProps, 'choices' | 'onChoose'> & {
  one: DisplacedVisit;
  names: DisruptionNames;
};

/** How a proposed time differs from the appointment. */
function formatProposalKind({ kind, doctorId }: ProposedTime, names: DisruptionNames): string {
  if (kind === 'branch') return t('plans.kind.branch');
  if (kind === 'doctor' && doctorId !== null) return t('plans.kind.doctor', { name: names.doctor(doctorId) });
  return t(kind === 'same' && doctorId !== null ? 'plans.kind.sameDoctor' : 'plans.kind.same');
}

/** Chooses the offer from the proposed times. */
export function ProposalChoice({ one, choices, onChoose, names }: OneProps) {
  const { visit, proposals } = one;
  if (proposals.length === 0)
    return (
      <span className="grid text-small">
        <span className="inline-flex items-center gap-2 text-tone-warning">
          <CircleAlert size={16} strokeWidth={1.7} aria-hidden="true" />
          {t('plans.propose.none')}
        </span>
        <span className="text-xs text-ink-2">{t('plans.propose.noneText')}</span>
      </span>
    );
  const chosen = getChosenProposal(one, choices);
  return (
    <span className="grid max-w-[22rem] gap-1">
      <Select
        dense
        aria-label={t('plans.propose.for', { name: visit.patient.name })}
        value={chosen ? proposals.indexOf(chosen) : -1}
        onChange={({ target }) => onChoose(visit.id, Number(target.value))}
      >
        {proposals.map((time, index) => (
          <option key={`${time.locationId} ${time.appointmentDate} ${time.appointmentTime}`} value={index}>
            {formatTimeAtBranch(time, visit.locationId, names)}
          </option>
        ))}
        <option value={-1}>{t('plans.propose.nothing')}</option>
      </Select>
      {chosen && <span className="text-xs text-ink-2">{formatProposalKind(chosen, names)}</span>}
    </span>
  );
}

const channelIcons = {
  whatsapp: MessageCircle,
  sms: MessageSquareText,
  email: Mail,
  push: Bell,
} as const satisfies Partial<Record<string, LucideIcon>>;

/** How the patient is informed. */
export function NotificationChannel({ one, choices }: Pick<OneProps, 'one' | 'choices'>) {
  const way = one.reachedBy;
  const offered = getChosenProposal(one, choices) !== undefined;
  const known = offered && way !== null && way !== 'app';
  const Icon = known ? channelIcons[way] : Phone;
  return (
    <span className={`inline-flex items-center gap-2 text-small ${known ? '' : 'text-tone-warning'}`}>
      <Icon size={16} strokeWidth={1.7} aria-hidden="true" />
      {known ? t(`plans.reach.${way}`) : t(offered ? 'plans.reach.none' : 'plans.reach.nothing')}
    </span>
  );
}
