import { type FieldValues, get, useController, useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Location } from '#shared/contract/locations.ts';
import { newStaffBody } from '#shared/contract/staff.ts';
import { languageName, type SpokenLanguage, spokenLanguages } from '#shared/domain/people/doctor-name.ts';
import { useImageUpload } from '#web/api/files/upload.ts';
import { currentLang, pickLanguage, t, translateValidation } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { ImageInput } from '#web/ui/form/image-input.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';

/** `register` of the surrounding form, and the error of each field. */
function useStaffFieldProps() {
  const { register, formState } = useFormContext<FieldValues>();
  const errorOf = (name: string) =>
    translateValidation((get(formState.errors, name) as { message?: string } | undefined)?.message);
  return { register, errorOf };
}

interface AccountFieldsProps {
  rights: { signIn: boolean; role: boolean };
  withUsername?: boolean;
  /** Receives the input of the Arabic name. */
  nameArBox?: (box: HTMLInputElement | null) => void;
}

/** The role comes first, because other fields depend on it. */
export function AccountFields({ rights, withUsername, nameArBox }: AccountFieldsProps) {
  const { register, errorOf } = useStaffFieldProps();
  const optional = t('common.field.optional');
  const latin = { dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label={t('common.field.role')} error={errorOf('role')} className="md:col-span-2">
        <Select {...register('role')} disabled={!rights.role}>
          <option value="receptionist">{t('admin.staff.role.receptionist')}</option>
          <option value="doctor">{t('admin.staff.role.doctor')}</option>
          <option value="admin">{t('admin.staff.role.admin')}</option>
        </Select>
      </Field>
      <Field label={t('admin.staff.name')} error={errorOf('name')}>
        <TextInput {...register('name')} maxLength={200} autoComplete="off" dir="auto" />
      </Field>
      <ArabicName boxRef={nameArBox} />
      {withUsername && (
        <Field label={t('common.field.username')} error={errorOf('username')} className="md:col-span-2">
          <TextInput
            {...register('username')}
            {...latin}
            maxLength={60}
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
      <Field label={t('common.field.email')} optional={optional} error={errorOf('email')}>
        <TextInput {...register('email')} {...latin} type="email" maxLength={254} readOnly={!rights.signIn} />
      </Field>
      <Field label={t('common.field.phone')} optional={optional} error={errorOf('phone')}>
        <TextInput {...register('phone')} {...latin} type="tel" maxLength={30} readOnly={!rights.signIn} />
      </Field>
    </div>
  );
}

type Values = z.input<typeof newStaffBody>;
type NonTextStaffField = {
  [K in keyof Values]-?: Values[K] extends string | null | undefined ? never : K;
}[keyof Values];
/**
 * Fields with an input of their own. Every other field of the contract is one line of text with the label
 * `admin.staff.<field>`. A field that is not text does not compile until it is listed here.
 */
const customStaffFields = {
  name: true,
  username: true,
  email: true,
  phone: true,
  password: true,
  role: true,
  nameAr: true,
  gender: true,
  locationIds: true,
  photoUrl: true,
  onSite: true,
  languages: true,
  about: true,
  aboutAr: true,
} as const satisfies Record<NonTextStaffField, true> & { [K in keyof Values]?: true };
type LineName = Exclude<keyof Values, keyof typeof customStaffFields>;
const staffTextFields = Object.keys(newStaffBody.shape).filter(
  (name): name is LineName => !(name in customStaffFields),
);

/** Label of a line of text. The key `admin.staff.title` is taken by the title of the page. */
function getStaffFieldLabel(name: LineName): string {
  if (name === 'title') return t('admin.staff.jobTitle');
  if (name === 'titleAr') return t('admin.staff.jobTitleAr');
  return t(`admin.staff.${name}`);
}

const english = { dir: 'ltr', lang: 'en', className: 'text-start!' } as const;
const arabic = { dir: 'rtl', lang: 'ar', className: 'text-start!' } as const;

function ArabicName({ boxRef }: { boxRef: AccountFieldsProps['nameArBox'] }) {
  const { register, errorOf } = useStaffFieldProps();
  const { ref, ...field } = register('nameAr');
  return (
    <Field label={t('admin.staff.nameAr')} error={errorOf('nameAr')}>
      <TextInput
        {...field}
        {...arabic}
        ref={(box) => {
          ref(box);
          boxRef?.(box);
        }}
        maxLength={200}
      />
    </Field>
  );
}

/** Branches; for a doctor also what patients see: title, speciality, photo and page. */
export function PresentationFields({
  locations,
  page,
}: {
  locations: readonly Location[];
  /** URL of the doctor's page, if there is one. */
  page?: string | undefined;
}) {
  const { register, errorOf } = useStaffFieldProps();
  const form = useFormContext<FieldValues>();
  if (form.watch('role') !== 'doctor') return <Branches locations={locations} />;
  return (
    <>
      <Branches locations={locations} />
      <div className="grid gap-4 border-t border-line pt-5 md:grid-cols-2">
        <Field label={t('admin.staff.gender')} error={errorOf('gender')}>
          <Select {...register('gender', { setValueAs: (value: string | null) => value || null })}>
            <option value="">{t('admin.staff.gender.none')}</option>
            <option value="female">{t('admin.staff.gender.female')}</option>
            <option value="male">{t('admin.staff.gender.male')}</option>
          </Select>
        </Field>
        {staffTextFields.map((name) => (
          <Field key={name} label={getStaffFieldLabel(name)} error={errorOf(name)}>
            <TextInput
              {...register(name)}
              {...(name.endsWith('Ar') ? arabic : english)}
              maxLength={name.startsWith('title') ? 80 : 160}
            />
          </Field>
        ))}
      </div>
      <Photo />
      <DoctorPageFields page={page} />
    </>
  );
}

/** The doctor's public page: whether it exists, and its contents besides name and branches. */
function DoctorPageFields({ page }: { page: string | undefined }) {
  const { register, errorOf } = useStaffFieldProps();
  const { field } = useController({ name: 'languages' });
  const spoken = field.value as readonly SpokenLanguage[];
  const turn = (language: SpokenLanguage, on: boolean) =>
    field.onChange(spokenLanguages.filter((one) => (one === language ? on : spoken.includes(one))));
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <Checkbox {...register('onSite')} label={t('admin.staff.onSite')} help={t('admin.staff.onSiteHelp')} />
      {page && (
        <a
          href={page}
          target="_blank"
          rel="noopener"
          className="-mt-4 inline-flex min-h-tap items-center justify-self-start ps-[34px] text-small font-strong text-accent underline-offset-4 hover:underline"
        >
          {t('admin.staff.seePage')}
        </a>
      )}
      <fieldset>
        <legend className="text-small font-strong">{t('admin.staff.languages')}</legend>
        <div className="grid grid-cols-2 sm:grid-cols-4">
          {spokenLanguages.map((language) => (
            <Checkbox
              key={language}
              label={languageName(currentLang(), language)}
              checked={spoken.includes(language)}
              onChange={({ target }) => turn(language, target.checked)}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t('admin.staff.about')} error={errorOf('about')}>
          <Textarea {...register('about')} {...english} rows={5} maxLength={1500} />
        </Field>
        <Field label={t('admin.staff.aboutAr')} error={errorOf('aboutAr')}>
          <Textarea {...register('aboutAr')} {...arabic} rows={5} maxLength={1500} />
        </Field>
      </div>
    </div>
  );
}

function Branches({ locations }: { locations: readonly Location[] }) {
  const { field } = useController({ name: 'locationIds' });
  const chosen = field.value as readonly number[];
  const turn = (id: number, on: boolean) =>
    field.onChange(on ? [...chosen, id].toSorted((a, b) => a - b) : chosen.filter((other) => other !== id));
  return (
    <fieldset>
      <legend className="text-small font-strong">{t('admin.staff.branches')}</legend>
      <div className="grid sm:grid-cols-2">
        {locations.map(({ id, name, nameAr }) => (
          <Checkbox
            key={id}
            label={pickLanguage(name, nameAr)}
            checked={chosen.includes(id)}
            onChange={({ target }) => turn(id, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Photo() {
  const { field, fieldState } = useController({ name: 'photoUrl' });
  const { error, ...upload } = useImageUpload(field.onChange);
  return (
    <ImageInput
      {...upload}
      label={t('admin.staff.photo')}
      value={(field.value as string | null) || null}
      error={error ?? translateValidation(fieldState.error?.message)}
      onRemove={() => field.onChange(null)}
    />
  );
}
