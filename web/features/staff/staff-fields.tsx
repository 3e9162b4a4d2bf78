import { type FieldValues, get, useController, useFormContext } from 'react-hook-form';
import type { Location } from '#shared/contract/locations.ts';
import { useImageUpload } from '#web/api/files/upload.ts';
import { inLang, said, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { ImageInput } from '#web/ui/form/image-input.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';

/** The boxes of the form around, with what is wrong with each. */
function useBoxes() {
  const { register, formState } = useFormContext<FieldValues>();
  const errorOf = (name: string) =>
    said((get(formState.errors, name) as { message?: string } | undefined)?.message);
  return { register, errorOf };
}

interface AccountFieldsProps {
  rights: { signIn: boolean; role: boolean };
  withUsername?: boolean;
}

export function AccountFields({ rights, withUsername }: AccountFieldsProps) {
  const { register, errorOf } = useBoxes();
  const optional = t('common.field.optional');
  const latin = { dir: 'ltr', autoComplete: 'off' } as const;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label={t('admin.staff.name')} error={errorOf('name')}>
        <TextInput {...register('name')} maxLength={200} autoComplete="off" dir="auto" />
      </Field>
      <Field label={t('common.field.role')} error={errorOf('role')}>
        <Select {...register('role')} disabled={!rights.role}>
          <option value="receptionist">{t('admin.staff.role.receptionist')}</option>
          <option value="doctor">{t('admin.staff.role.doctor')}</option>
          <option value="admin">{t('admin.staff.role.admin')}</option>
        </Select>
      </Field>
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

/** How she is presented: name in Arabic, title, speciality, branches and photo. */
export function PresentationFields({ locations }: { locations: readonly Location[] }) {
  const { register, errorOf } = useBoxes();
  const english = { dir: 'ltr', lang: 'en', className: 'text-start!' } as const;
  const arabic = { dir: 'rtl', lang: 'ar', className: 'text-start!' } as const;
  return (
    <>
      <div className="grid gap-4 border-t border-line pt-5 md:grid-cols-2">
        <Field label={t('admin.staff.nameAr')} error={errorOf('nameAr')}>
          <TextInput {...register('nameAr')} {...arabic} maxLength={200} />
        </Field>
        <Field label={t('admin.staff.gender')} error={errorOf('gender')}>
          <Select {...register('gender', { setValueAs: (value: string | null) => value || null })}>
            <option value="">{t('admin.staff.gender.none')}</option>
            <option value="female">{t('admin.staff.gender.female')}</option>
            <option value="male">{t('admin.staff.gender.male')}</option>
          </Select>
        </Field>
        <Field label={t('admin.staff.jobTitle')} error={errorOf('title')}>
          <TextInput {...register('title')} {...english} maxLength={80} />
        </Field>
        <Field label={t('admin.staff.jobTitleAr')} error={errorOf('titleAr')}>
          <TextInput {...register('titleAr')} {...arabic} maxLength={80} />
        </Field>
        <Field label={t('admin.staff.speciality')} error={errorOf('speciality')}>
          <TextInput {...register('speciality')} {...english} maxLength={160} />
        </Field>
        <Field label={t('admin.staff.specialityAr')} error={errorOf('specialityAr')}>
          <TextInput {...register('specialityAr')} {...arabic} maxLength={160} />
        </Field>
      </div>
      <Branches locations={locations} />
      <Photo />
    </>
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
            label={inLang(name, nameAr)}
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
      error={error ?? said(fieldState.error?.message)}
      onRemove={() => field.onChange(null)}
    />
  );
}
