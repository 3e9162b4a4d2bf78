import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type FoundPatient, findPatients } from '#shared/contract/users.ts';
import { formatDate, formatTimeOf } from '#shared/domain/time-words.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, inLang, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Combobox, Marked } from '#web/ui/form/combobox.tsx';
import { useSettled } from '#web/ui/form/use-settled.ts';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { PhoneOf } from '#web/ui/phone/phone-of.tsx';
import { AlertChips } from './file/alert-chips.tsx';

export interface FindPatientProps {
  onOpen(patient: FoundPatient): void;
  onBook(patient: FoundPatient): void;
  /** She is not there: with what was typed. */
  onNew(typed: string): void;
  /** Over the page, in its frame; otherwise it has its place to itself. */
  floating?: boolean;
  /** "/" leads to it. */
  slash?: boolean;
  autoFocus?: boolean;
}

const mostFound = 8;

/** One search for a patient, the same wherever it stands: Enter opens her file, Ctrl+Enter books. */
export function FindPatient({ onOpen, onBook, onNew, floating, slash, autoFocus }: FindPatientProps) {
  const [query, setQuery] = useState('');
  const q = useSettled(query.trim());
  const asked = q !== '';
  const { data, isFetching, isError, isPlaceholderData } = useRead(
    findPatients,
    { query: { q, limit: mostFound } },
    { keepPrevious: true, enabled: asked },
  );
  const results = asked && query.trim() !== '' ? (data ?? []) : [];
  const message = () => {
    if (isError) return t('error.unknown');
    if (results.length > 0) return undefined;
    return t(isFetching || q !== query.trim() ? 'staff.find.searching' : 'staff.find.none');
  };
  const done = (then: () => void) => {
    setQuery('');
    then();
  };
  return (
    <div data-find="">
      <Combobox<FoundPatient>
        label={t('staff.find.label')}
        query={query}
        onQueryChange={setQuery}
        results={results}
        pending={!isError && (q !== query.trim() || isPlaceholderData || (isFetching && !data))}
        keyOf={({ id }) => String(id)}
        onChoose={(patient) => done(() => onOpen(patient))}
        onChooseOther={(patient) => done(() => onBook(patient))}
        message={message()}
        listLabel={t('staff.find.results')}
        placeholder={t('staff.find.placeholder')}
        floating={floating}
        autoFocus={autoFocus}
        end={slash && <Kbd className="me-2">/</Kbd>}
        foot={floating && <KeysLine />}
        action={{
          label: t('staff.find.new', { name: query.trim() }),
          icon: <Plus size={20} strokeWidth={1.7} aria-hidden="true" />,
          onChoose: () => done(() => onNew(query.trim())),
        }}
        render={(patient, active) => <Row patient={patient} active={active} query={query} />}
      />
    </div>
  );
}

function Row({ patient, active, query }: { patient: FoundPatient; active: boolean; query: string }) {
  const { name, phone, reach, reference, next } = patient;
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
          <PhoneOf now={present()} phone={phone} reach={reach} plain />
          <span className="ltr num">{reference}</span>
          <span className="num">
            {next
              ? t('staff.find.next', {
                  date: formatDate(lang, next.appointmentDate),
                  time: formatTimeOf(lang, next.appointmentDate, next.appointmentTime),
                  place: inLang(next.locationName, next.locationNameAr),
                })
              : t('staff.find.noVisit')}
          </span>
        </small>
        <AlertChips patientId={patient.id} className="mt-1" />
      </span>
    </>
  );
}

/** What the keys do; for the eye, the list of keys has it in words. */
function KeysLine() {
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-1 pb-3 text-xs text-ink-2"
    >
      <span>
        <Kbd>↵</Kbd> {t('staff.find.open')}
      </span>
      <span>
        <Kbd>{t('staff.keys.ctrlEnter')}</Kbd> {t('staff.find.book')}
      </span>
    </p>
  );
}
