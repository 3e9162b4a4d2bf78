import { useState } from 'react';
import { branchDoctors } from '#shared/contract/doctors.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { bookAddress, bookButtonHtml } from '#shared/domain/connections/book-button.ts';
import { type Lang, langs } from '#shared/domain/languages.ts';
import { doctorName, languageName } from '#shared/domain/people/doctor-name.ts';
import { listSelectableBranches } from '#shared/domain/visits/closed-branch.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, pickLanguage, t } from '#web/i18n.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { CopyBox } from '#web/ui/form/copy-box.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';

interface Choice {
  lang: Lang;
  location: number | undefined;
  service: number | undefined;
  doctor: number | undefined;
  firstFree: boolean;
}

/** A button for other sites that opens the booking form: staff choose what it fills in and copy its code. */
export function BookButtonCard() {
  const { data: all = [] } = useRead(listLocations);
  const { date: today } = dayClock(now());
  const locations = listSelectableBranches(all, today);
  const { data: services = [] } = useRead(listServices);
  const [choice, setChoice] = useState<Choice>({
    lang: currentLang(),
    location: undefined,
    service: undefined,
    doctor: undefined,
    firstFree: true,
  });
  const choose = (change: Partial<Choice>) => setChoice({ ...choice, ...change });
  const byDoctor = locations.find(({ id }) => id === choice.location)?.bookedBy === 'doctor';
  const { origin } = window.location;
  const { lang, firstFree: _firstFree, ...filledIn } = choice;
  return (
    <Card as="section" aria-labelledby="book-button-title" className="grid gap-4 p-5 md:p-6">
      <div>
        <h2 id="book-button-title" className="card-title">
          {t('connections.button.title')}
        </h2>
        <p className="max-w-[70ch] text-small text-ink-2">{t('connections.button.text')}</p>
      </div>
      <div className="grid gap-x-4 gap-y-[18px] sm:grid-cols-2 xl:grid-cols-4">
        <Field label={t('connections.button.lang')}>
          <Select value={lang} onChange={({ target }) => choose({ lang: target.value as Lang })}>
            {langs.map((one) => (
              <option key={one} value={one}>
                {languageName(currentLang(), one)}
              </option>
            ))}
          </Select>
        </Field>
        <OptionalSelect
          label={t('connections.button.branch')}
          value={choice.location}
          of={locations.map(({ id, name, nameAr }) => ({ id, name: pickLanguage(name, nameAr) }))}
          onChange={(location) => choose({ location, doctor: undefined })}
        />
        <OptionalSelect
          label={t('connections.button.service')}
          value={choice.service}
          of={services.map(({ id, name, nameAr }) => ({ id, name: pickLanguage(name, nameAr) }))}
          onChange={(service) => choose({ service })}
        />
        {byDoctor && choice.location !== undefined && (
          <Doctor
            locationId={choice.location}
            value={choice.doctor}
            onChange={(doctor) => choose({ doctor })}
          />
        )}
      </div>
      <Checkbox
        label={t('connections.button.firstFree')}
        help={t('connections.button.firstFreeHelp')}
        checked={choice.firstFree}
        onChange={({ target }) => choose({ firstFree: target.checked })}
      />
      <CopyBox label={t('connections.button.html')} value={bookButtonHtml(origin, choice)} lines={5} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink kind="out" size="sm" href={bookAddress(origin, lang, filledIn)} target="_blank">
          {t('connections.button.preview')}
        </ButtonLink>
        <p className="text-xs text-ink-2">{t('connections.button.previewHelp')}</p>
      </div>
      <p className="max-w-[70ch] text-xs text-ink-2">
        {t('connections.button.policy', {
          origin: `\u2066${origin}\u2069`,
          scripts: '\u2066script-src\u2069',
          calls: '\u2066connect-src\u2069',
        })}
      </p>
    </Card>
  );
}

interface OneProps {
  label: string;
  value: number | undefined;
  of: readonly { id: number; name: string }[];
  onChange(id: number | undefined): void;
}

/** Select with one of the given values, or none, so that the patient chooses. */
const OptionalSelect = ({ label, value, of, onChange }: OneProps) => (
  <Field label={label}>
    <Select value={value ?? ''} onChange={({ target }) => onChange(Number(target.value) || undefined)}>
      <option value="">{t('connections.button.hers')}</option>
      {of.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  </Field>
);

/** Select with the doctors that patients can choose at the branch; hidden if there are none. */
function Doctor({ locationId, ...rest }: Pick<OneProps, 'value' | 'onChange'> & { locationId: number }) {
  const { data } = useRead(branchDoctors, { params: { id: locationId }, query: {} });
  const of = (data?.doctors ?? []).map((one) => ({ id: one.id, name: doctorName(currentLang(), one) }));
  return of.length === 0 ? null : <OptionalSelect label={t('connections.button.doctor')} of={of} {...rest} />;
}
