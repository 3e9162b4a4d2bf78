import { Plus } from 'lucide-react';
import type { FoundPatient } from '#shared/contract/users.ts';
import { formatDate, formatTimeOf } from '#shared/domain/format-time.ts';
import { now as present } from '#web/api/clock.ts';
import { type PatientSearchProps, usePatientSearch } from '#web/api/own/patient-search.ts';
import { currentLang, pickLanguage, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Combobox, Marked } from '#web/ui/form/combobox.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { AlertChips } from './file/alert-chips.tsx';
import { combinePatientLines, type PatientLine } from './patient-lines.ts';

const isPageLine = (line: PatientLine) => 'row' in line;

/**
 * The patient search of every field that names a patient: Enter takes the highlighted match, a new patient is
 * an option of its own, and similar names are listed separately.
 */
export function PatientSearch(props: PatientSearchProps) {
  const { onPick, onPickOther, onNew, newHint, newName, firstFew, ownLines = [], except, ...box } = props;
  const typed = props.query.trim();
  const called = newName ?? typed;
  const found = usePatientSearch(props.query, firstFew);
  const { isPending, isError } = found;
  const { results, similar } = combinePatientLines(ownLines, found.matches, found.similar, except);
  const choose = (line: PatientLine, then: (patient: FoundPatient) => void) =>
    isPageLine(line) ? line.onChoose() : then(line);
  const message = () => {
    if (isError) return t('error.unknown');
    if (results.length > 0) return undefined;
    if (isPending) return t('staff.newAppointment.searching');
    return t(typed === '' ? 'staff.newAppointment.noneMatch' : 'staff.newAppointment.noneFound');
  };
  return (
    <Combobox<PatientLine>
      {...box}
      results={results}
      others={{ label: t('staff.find.similar'), results: similar }}
      // The page's own lines are available at once, so Enter need not wait; for similar lines it waits.
      pending={isPending && ownLines.every(({ isSimilar }) => isSimilar)}
      keyOf={(line) => (isPageLine(line) ? line.key : String(line.id))}
      onChoose={(line) => choose(line, onPick)}
      {...(onPickOther ? { onChooseOther: (line) => choose(line, onPickOther) } : {})}
      suggests={firstFew !== undefined}
      message={message()}
      listLabel={t('staff.find.results')}
      action={
        onNew && {
          label: (
            <>
              {called === '' ? t('staff.newAppointment.addPatient') : t('staff.find.new', { name: called })}
              {newHint && <small className="block text-xs font-normal text-ink-2">{newHint}</small>}
            </>
          ),
          icon: <Plus size={20} strokeWidth={1.7} aria-hidden="true" />,
          onChoose: () => onNew(typed),
        }
      }
      render={(line, active) =>
        isPageLine(line) ? line.row : <PatientRow patient={line} active={active} query={props.query} />
      }
    />
  );
}

function PatientRow({ patient, active, query }: { patient: FoundPatient; active: boolean; query: string }) {
  const { name, phone, phoneKnown, reach, reference, next } = patient;
  const lang = currentLang();
  return (
    <>
      <Avatar name={name} plain={active} />
      <span className="min-w-0 flex-1">
        <b className="block truncate text-small font-strong">
          <bdi>
            <Marked text={name} query={query} />
          </bdi>
        </b>
        <small className="flex flex-wrap gap-x-3 text-xs leading-[1.4] text-ink-2">
          <PatientPhone now={present()} phone={phone} reach={reach} plain />
          {phone !== null && !phoneKnown && <span>{t('staff.find.unconfirmed')}</span>}
          <span className="ltr num">{reference}</span>
          <span className="num">
            {next
              ? t('staff.find.next', {
                  date: formatDate(lang, next.appointmentDate),
                  time: formatTimeOf(lang, next.appointmentDate, next.appointmentTime),
                  place: pickLanguage(next.locationName, next.locationNameAr),
                })
              : t('staff.find.noVisit')}
          </span>
        </small>
        <AlertChips patientId={patient.id} className="mt-1" />
      </span>
    </>
  );
}
