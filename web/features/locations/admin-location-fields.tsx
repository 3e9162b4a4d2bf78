import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { locationBody } from '#shared/contract/locations.ts';
import { said, t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';

type Values = Omit<z.input<typeof locationBody>, 'thumbnailUrl'>;
type LocationForm = Pick<UseFormReturn<Values>, 'register' | 'formState'>;

/** What is said of a branch, in both languages side by side. */
export function LocationFields({ form }: { form: LocationForm }) {
  const { errors } = form.formState;
  const optional = t('common.field.optional');
  const text = (name: 'name' | 'nameAr' | 'address' | 'addressAr' | 'phone', dir: 'ltr' | 'rtl') => (
    <Field
      label={t(`admin.locations.${name}`)}
      optional={name.endsWith('Ar') || name === 'phone' ? optional : undefined}
      error={said(errors[name]?.message)}
    >
      <TextInput dir={dir} lang={dir === 'rtl' ? 'ar' : 'en'} maxLength={300} {...form.register(name)} />
    </Field>
  );
  return (
    <div className="grid gap-[18px] sm:grid-cols-2">
      {text('name', 'ltr')}
      {text('nameAr', 'rtl')}
      {text('address', 'ltr')}
      {text('addressAr', 'rtl')}
      {text('phone', 'ltr')}
      <Field
        label={t('admin.locations.rooms')}
        help={t('admin.locations.roomsHint')}
        error={said(errors.rooms?.message)}
      >
        <TextInput
          type="number"
          inputMode="numeric"
          min={1}
          max={50}
          dir="ltr"
          {...form.register('rooms', { valueAsNumber: true })}
        />
      </Field>
      {(['openHours', 'openHoursAr'] as const).map((name) => (
        <Field
          key={name}
          label={t(`admin.locations.${name}`)}
          optional={optional}
          help={name === 'openHours' ? t('admin.locations.openHoursHint') : undefined}
          error={said(errors[name]?.message)}
        >
          <Textarea
            rows={3}
            dir={name === 'openHours' ? 'ltr' : 'rtl'}
            lang={name === 'openHours' ? 'en' : 'ar'}
            {...form.register(name)}
          />
        </Field>
      ))}
    </div>
  );
}
