import * as z from 'zod/mini';
import { changeLocation, createLocation, type Location, locationBody } from '#shared/contract/locations.ts';
import { call } from '#web/api/client.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import { refetch } from '#web/api/hooks.ts';
import { useImageUpload } from '#web/api/upload.ts';
import { inLang, said, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { ImageInput } from '#web/ui/image-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { showToast } from '#web/ui/toast-store.ts';

const schema = z.omit(locationBody, { thumbnailUrl: true });

const valuesOf = (location: Location | null) => ({
  name: location?.name ?? '',
  nameAr: location?.nameAr ?? '',
  address: location?.address ?? '',
  addressAr: location?.addressAr ?? '',
  phone: location?.phone ?? '',
  openHours: location?.openHours ?? '',
  openHoursAr: location?.openHoursAr ?? '',
  imageUrl: location?.imageUrl ?? '',
  rooms: location?.rooms ?? 1,
});

/** A new branch, or one that changes, in both languages. */
export function LocationDialog({ location, onClose }: { location: Location | null; onClose(): void }) {
  const form = useSchemaForm(schema, valuesOf(location));
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = location ? await call(changeLocation, { params: { id: location.id }, body }) : await call(createLocation, { body });
      void refetch('/api/locations');
      const name = inLang(saved.name, saved.nameAr);
      showToast({ kind: 'success', title: t('admin.locations.savedTitle'), description: t('admin.locations.savedText', { name }) });
      onClose();
    } catch (error) {
      placeRefusal(form, error, (message) => message || t('admin.locations.saveFailed'));
    }
  });
  const image = form.watch('imageUrl') ?? '';
  const upload = useImageUpload((url) => form.setValue('imageUrl', url));
  const text = (name: 'name' | 'nameAr' | 'address' | 'addressAr' | 'phone', dir: 'ltr' | 'rtl') => (
    <Field
      label={t(`admin.locations.${name}`)}
      optional={name.endsWith('Ar') || name === 'phone' ? t('common.field.optional') : undefined}
      error={said(errors[name]?.message)}
    >
      <TextInput dir={dir} lang={dir === 'rtl' ? 'ar' : 'en'} maxLength={300} {...form.register(name)} />
    </Field>
  );
  return (
    <Dialog
      open
      size="md"
      title={t(location ? 'admin.locations.editTitle' : 'admin.locations.addTitle')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button kind="gho" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel={t('admin.locations.saving')}>
            {t('admin.locations.save')}
          </Button>
        </>
      }
    >
      {errors.root && (
        <Notice kind="danger" live title={t('admin.locations.saveFailed')}>
          {errors.root.message}
        </Notice>
      )}
      <div className="grid gap-[18px] sm:grid-cols-2">
        {text('name', 'ltr')}
        {text('nameAr', 'rtl')}
        {text('address', 'ltr')}
        {text('addressAr', 'rtl')}
        {text('phone', 'ltr')}
        <Field label={t('admin.locations.rooms')} help={t('admin.locations.roomsHint')} error={said(errors.rooms?.message)}>
          <TextInput type="number" inputMode="numeric" min={1} max={50} dir="ltr" {...form.register('rooms', { valueAsNumber: true })} />
        </Field>
        {(['openHours', 'openHoursAr'] as const).map((name) => (
          <Field
            key={name}
            label={t(`admin.locations.${name}`)}
            optional={t('common.field.optional')}
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
      <ImageInput
        {...upload}
        label={t('admin.locations.image')}
        help={image ? upload.help : `${upload.help}. ${t('admin.locations.noImage')}`}
        value={image || null}
        onRemove={() => form.setValue('imageUrl', '')}
      />
    </Dialog>
  );
}
