import { CalendarPlus, X } from 'lucide-react';
import { useState } from 'react';
import { listDoctors } from '#shared/contract/doctors.ts';
import { listWaiting, type Waiting } from '#shared/contract/offers.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatVisit, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatTotalSentence, listEndProps, listLoadedRows, listTotal, useList } from '#web/api/lists.ts';
import { useBranchName } from '#web/api/own/branch-name.ts';
import { useOwnBranches } from '#web/api/own/own-branches.ts';
import { currentLang, formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { EndWish } from './end-wish.tsx';
import { OfferByHand } from './offer-by-hand.tsx';
import { useWishFormatter } from './wish-words.ts';

const pageSize = 100;
const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** The waiting list, longest waiting first, with the actions of staff. */
export function WaitingList() {
  const [branch, setBranch] = useState<number | null>(null);
  const [offering, setOffering] = useState<Waiting | null>(null);
  const [ending, setEnding] = useState<Waiting | null>(null);
  const words = useWaitlistTexts();
  const list = useList(listWaiting, {
    query: { limit: pageSize, ...(branch === null ? {} : { locationId: String(branch) }) },
  });
  const { error, refetch } = list;
  const data = list.data && listLoadedRows(list);
  if (error && !data)
    return <LoadFailed title={t('plans.loadFailed')} reason={error.message} onAgain={() => void refetch()} />;
  if (!data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-40 rounded-card!" />
      </LoadingRegion>
    );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <BranchFilter value={branch} onChange={setBranch} />
        <p className="min-w-0 flex-1 basis-64 text-small text-ink-2">
          <b role="status" className="num block font-strong text-ink">
            {formatTotalSentence(listTotal(list), { exactly: 'waiting.count', over: 'waiting.moreThan' })}
          </b>
          {t('waiting.rule')}
        </p>
      </div>
      {data.length === 0 ? (
        <EmptyState title={t('waiting.none')}>{t('waiting.noneText')}</EmptyState>
      ) : (
        <Table label={t('waiting.list')}>
          <TableHead>
            <TableHeading>{t('waiting.col.place')}</TableHeading>
            <TableHeading>{t('plans.col.patient')}</TableHeading>
            <TableHeading>{t('waiting.col.wants')}</TableHeading>
            <TableHeading>{t('waiting.col.since')}</TableHeading>
            <TableHeading>{t('waiting.col.next')}</TableHeading>
            <TableHeading>
              <span className="sr-only">{t('waiting.offer')}</span>
            </TableHeading>
          </TableHead>
          <TableBody>
            {data.map((wish) => (
              <Row key={wish.id} wish={wish} words={words} onOffer={setOffering} onEnd={setEnding} />
            ))}
          </TableBody>
        </Table>
      )}
      {list.hasNextPage && <ListEnd {...listEndProps(list)} />}
      {offering && (
        <OfferByHand
          wish={offering}
          wants={joinWithComma(...words.wants(offering))}
          branch={words.branch}
          onClose={() => setOffering(null)}
        />
      )}
      {ending && <EndWish wish={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

/** Filter by the branches at which the user works. */
function BranchFilter({ value, onChange }: { value: number | null; onChange(id: number | null): void }) {
  const branches = useOwnBranches();
  return (
    <Field label={t('waiting.branch')} className="w-full sm:w-64">
      <Select value={value ?? ''} onChange={({ target }) => onChange(Number(target.value) || null)}>
        <option value="">{t('waiting.allBranches')}</option>
        <NamedOptions of={branches} />
      </Select>
    </Field>
  );
}

/** Texts of a waiting list entry for staff: service, branches and times, doctor, and state. */
function useWaitlistTexts() {
  const words = useWishFormatter();
  const { data: doctors = [] } = useRead(listDoctors);
  const branch = useBranchName();
  const lang = currentLang();
  const doctor = ({ doctorId, doctorWish }: Waiting) => {
    if (doctorWish === 'woman') return t('staff.doctor.woman');
    const named = doctorWish === 'named' ? doctors.find(({ id }) => id === doctorId) : undefined;
    return named ? doctorName(lang, named) : null;
  };
  return {
    /** The service, branches and times, the doctor, and the appointment that is to be earlier. */
    wants(wish: Waiting) {
      const { service, suits } = words(wish);
      const { visit } = wish;
      const earlier =
        visit &&
        t('waiting.earlier', { at: formatVisit(lang, visit.appointmentDate, visit.appointmentTime) });
      return [service, earlier, suits, doctor(wish)].filter((part) => part !== null && part !== '');
    },
    branch,
  };
}
type WaitlistTexts = ReturnType<typeof useWaitlistTexts>;

interface RowProps {
  wish: Waiting;
  words: WaitlistTexts;
  onOffer(wish: Waiting): void;
  onEnd(wish: Waiting): void;
}

function Row({ wish, words, onOffer, onEnd }: RowProps) {
  const { patient, place, createdAt, offers, offered, rests } = wish;
  const [service, ...more] = words.wants(wish);
  const since = readInstant(createdAt);
  const next = rests === null ? t(place === 1 ? 'waiting.next' : 'waiting.turn') : t(`offer.rest.${rests}`);
  return (
    <TableRow data-wish={wish.id}>
      <TableCell place="meta">
        <span className="lg:hidden">{t('waiting.place', { n: formatNumberInLang(place) })}</span>
        <span className="num font-strong max-lg:hidden">{formatNumberInLang(place)}</span>
      </TableCell>
      <TableCell place="who">
        <TwoLines
          first={
            <a
              className="link inline-flex min-h-6 text-ink!"
              dir="auto"
              href={`/clinic/patients/${patient.id}`}
            >
              {patient.name}
            </a>
          }
          second={<PatientPhone now={present()} phone={patient.phone} reach={patient.reach} />}
        />
      </TableCell>
      <TableCell place="wide">
        <TwoLines first={service} second={<span className="num">{joinWithComma(...more)}</span>} />
      </TableCell>
      <TableCell place="wide">
        <span className="text-xs text-ink-2 lg:hidden">{t('waiting.col.since')} </span>
        <span className="num">{since && formatWeekdayDate(currentLang(), clinicClock(since).date)}</span>
      </TableCell>
      <TableCell place="wide">
        <TwoLines
          strong={false}
          first={next}
          second={
            <span className="num">
              {t('waiting.offered', { n: offered, most: formatNumberInLang(offersPerWish) })}
              {offers.map((one) => (
                <span key={`${one.appointmentDate} ${one.appointmentTime}`} className="block">
                  {joinWithComma(
                    formatVisit(currentLang(), one.appointmentDate, one.appointmentTime),
                    words.branch(one.locationId),
                    t(`plans.offerState.${one.state}`),
                  )}
                </span>
              ))}
            </span>
          }
        />
      </TableCell>
      <TableCell place="wide">
        <span className="flex flex-wrap gap-2 whitespace-nowrap lg:flex-col lg:items-start">
          <Button
            kind="out"
            size="sm"
            icon={<CalendarPlus {...icon} />}
            aria-label={`${t('waiting.offer')}: ${patient.name}`}
            onClick={() => onOffer(wish)}
          >
            {t('waiting.offer')}
          </Button>
          <Button
            kind="gho"
            size="sm"
            icon={<X {...icon} />}
            aria-label={`${t('offer.wait.takeOff')}: ${patient.name}, ${service}`}
            onClick={() => onEnd(wish)}
          >
            {t('offer.wait.takeOff')}
          </Button>
        </span>
      </TableCell>
    </TableRow>
  );
}
