import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { locationBody } from '#shared/contract/locations.ts';
import { bookingWays } from '#shared/domain/visits/doctor-times.ts';
import { isOptional } from '#web/api/form-values.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';

/** Schema of the form. It omits the thumbnail URL, because the thumbnail is the picture itself. */
export const locationFormSchema = z.omit(locationBody, { thumbnailUrl: true });
type Values = z.input<typeof locationFormSchema>;
type LocationForm = Pick<UseFormReturn<Values>, 'register' | 'formState'>;

type NonTextField = {
  [K in keyof Values]-?: Values[K] extends string | null | undefined ? never : K;
}[keyof Values];
/**
 * Fields with an input of their own. Every other field is one line of text with the label
 * `admin.locations.<field>`.
 */
const customInputFields = {
  rooms: true,
  openHours: true,
  openHoursAr: true,
  imageUrl: true,
  autoConfirm: true,
  bookedBy: true,
  closedFrom: true,
} as const satisfies Record<NonTextField, true> & { [K in keyof Values]?: true };
type LineName = Exclude<keyof Values, keyof typeof customInputFields>;
const textLineFields = Object.keys(locationFormSchema.shape).filter(
  (name): name is LineName => !(name in customInputFields),
);

/** The inputs of a branch, in both languages side by side. */
export function LocationFields({
  form,
  closedFromBox,
}: {
  form: LocationForm;
  closedFromBox(box: HTMLInputElement | null): void;
}) {
  const { errors } = form.formState;
  const optional = t('common.field.optional');
  const closedFrom = form.register('closedFrom');
  const text = (name: LineName) => {
    const arabic = name.endsWith('Ar');
    return (
      <Field
        key={name}
        label={t(`admin.locations.${name}`)}
        optional={isOptional(locationFormSchema.shape[name]) ? optional : undefined}
        error={translateValidation(errors[name]?.message)}
      >
        <TextInput
          dir={arabic ? 'rtl' : 'ltr'}
          lang={arabic ? 'ar' : 'en'}
          maxLength={300}
          {...form.register(name)}
        />
      </Field>
    );
  };
  return (
    <div className="grid gap-[18px] sm:grid-cols-2">
      {textLineFields.map(text)}
      <Field
        label={t('admin.locations.rooms')}
        help={t('admin.locations.roomsHint')}
        error={translateValidation(errors.rooms?.message)}
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
          error={translateValidation(errors[name]?.message)}
        >
          <Textarea
            rows={3}
            dir={name === 'openHours' ? 'ltr' : 'rtl'}
            lang={name === 'openHours' ? 'en' : 'ar'}
            {...form.register(name)}
          />
        </Field>
      ))}
      <Field
        className="sm:col-span-2"
        label={t('admin.locations.bookedBy')}
        help={t('admin.locations.bookedByHint')}
        error={translateValidation(errors.bookedBy?.message)}
      >
        <Select {...form.register('bookedBy')}>
          {bookingWays.map((way) => (
            <option key={way} value={way}>
              {t(`admin.locations.bookedBy.${way}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        className="sm:col-span-2"
        label={t('admin.locations.closedFrom')}
        optional={optional}
        help={t('admin.locations.closedFromHint')}
        error={translateValidation(errors.closedFrom?.message)}
      >
        <TextInput
          type="date"
          {...closedFrom}
          ref={(box) => {
            closedFrom.ref(box);
            closedFromBox(box);
          }}
        />
      </Field>
      <Checkbox
        className="sm:col-span-2"
        label={t('admin.locations.autoConfirm')}
        help={t('admin.locations.autoConfirmHint')}
        {...form.register('autoConfirm')}
      />
    </div>
  );
}
