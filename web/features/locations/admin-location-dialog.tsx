import { useState } from 'react';
import { changeLocation, createLocation, type Location } from '#shared/contract/locations.ts';
import { boxesOf, changedSince } from '#web/api/boxes.ts';
import { change } from '#web/api/changes.ts';
import { useImageUpload } from '#web/api/files/upload.ts';
import { useRecordForm } from '#web/api/record-forms.ts';
import { inLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ImageInput } from '#web/ui/form/image-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LeaveDialog } from '#web/ui/overlay/leave-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LocationFields, locationForm } from './admin-location-fields.tsx';
import { StillNeeded } from './still-needed.tsx';

/** Creates or edits a branch in both languages; an edit sends only the changed fields. */
export function LocationDialog({ location, onClose }: { location: Location | null; onClose(): void }) {
  const { form, shown, version, placeRefusal } = useRecordForm(locationForm, location, (kept) =>
    boxesOf(locationForm, kept, { rooms: 1 }),
  );
  const [leaving, setLeaving] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const { errors, isSubmitting, isDirty } = form.formState;
  const leave = () => (isDirty ? setLeaving(true) : onClose());
  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = location
        ? await change(changeLocation, {
            params: { id: location.id },
            body: { ...changedSince(shown, body), version },
          })
        : await change(createLocation, { body });
      const name = inLang(saved.name, saved.nameAr);
      showToast({
        kind: 'success',
        title: t('admin.locations.savedTitle'),
        description: t('admin.locations.savedText', { name }),
      });
      onClose();
    } catch (error) {
      setRefused(error);
      placeRefusal(error, (message) => message || t('admin.locations.saveFailed'));
    }
  });
  const image = form.watch('imageUrl') ?? '';
  const upload = useImageUpload((url) => form.setValue('imageUrl', url, { shouldDirty: true }));
  return (
    <>
      <Dialog
        open
        size="md"
        title={t(location ? 'admin.locations.editTitle' : 'admin.locations.addTitle')}
        closeLabel={t('common.action.close')}
        onClose={leave}
        onSubmit={submit}
        actions={
          <>
            <Button kind="gho" onClick={leave}>
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
            <p>{errors.root.message}</p>
            {location && <StillNeeded error={refused} location={location} />}
          </Notice>
        )}
        <LocationFields form={form} />
        <ImageInput
          {...upload}
          label={t('admin.locations.image')}
          help={image ? upload.help : `${upload.help}. ${t('admin.locations.noImage')}`}
          value={image || null}
          onRemove={() => form.setValue('imageUrl', '', { shouldDirty: true })}
        />
      </Dialog>
      <LeaveDialog open={leaving} onStay={() => setLeaving(false)} onLeave={onClose} />
    </>
  );
}
