import { useEffect, useRef, useState } from 'react';
import { changeLocation, createLocation, type Location } from '#shared/contract/locations.ts';
import { sendChange } from '#web/api/changes.ts';
import type { Displacement } from '#web/api/displacement.ts';
import { useImageUpload } from '#web/api/files/upload.ts';
import { pickChangedFields, toFormValues } from '#web/api/form-values.ts';
import { useRecordForm } from '#web/api/record-forms.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ImageInput } from '#web/ui/form/image-input.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LeaveDialog } from '#web/ui/overlay/leave-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LocationFields, locationFormSchema } from './admin-location-fields.tsx';
import { useCapacityDisplacement } from './use-capacity-displacement.ts';

interface LocationDialogProps {
  location: Location | null;
  /** Proposes to close the branch from this day on. */
  closeFrom?: string | undefined;
  displacement: Displacement;
  onClose(): void;
}

type SetValue = (name: 'closedFrom', day: string, options: { shouldDirty: true }) => void;

/** Fills in and focuses the day from which the branch is to be closed, if there is one. */
function useClosing(closeFrom: string | undefined, setValue: SetValue) {
  const closedFrom = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (closeFrom) setValue('closedFrom', closeFrom, { shouldDirty: true });
  }, [closeFrom, setValue]);
  const setBox = (box: HTMLInputElement | null) => {
    closedFrom.current = box;
  };
  return { setBox, focus: closeFrom ? { initialFocus: closedFrom } : {} };
}

/**
 * Creates or edits a branch in both languages; an edit sends only the changed fields. Appointments that the
 * edit displaces are shown before.
 */
export function LocationDialog({ location, closeFrom, displacement, onClose }: LocationDialogProps) {
  const { form, shown, version, placeRefusal } = useRecordForm(locationFormSchema, location, (kept) =>
    toFormValues(locationFormSchema, kept, { rooms: 1 }),
  );
  const { setBox, focus } = useClosing(closeFrom, form.setValue);
  const [leaving, setLeaving] = useState(false);
  const { errors, isSubmitting, isDirty } = form.formState;
  const [rooms, bookedBy, closedFrom] = form.watch(['rooms', 'bookedBy', 'closedFrom']);
  const { displaced, isAsking, failed } = useCapacityDisplacement(location?.id ?? null, shown, {
    rooms,
    bookedBy,
    closedFrom,
  });
  const count = displaced?.count ?? 0;
  const leave = () => (isDirty ? setLeaving(true) : onClose());
  const save = (offers: boolean) =>
    form.handleSubmit(async (body) => {
      // Nothing is saved before the displaced appointments are shown.
      if (isAsking || failed) return;
      try {
        const saved = location
          ? await sendChange(changeLocation, {
              params: { id: location.id },
              body: { ...pickChangedFields(shown, body), version },
            })
          : await sendChange(createLocation, { body });
        const name = pickLanguage(saved.name, saved.nameAr);
        showToast({
          kind: 'success',
          title: t('admin.locations.savedTitle'),
          description: t('admin.locations.savedText', { name }),
        });
        if (displaced) await displacement.onSaved(displaced, offers);
        onClose();
      } catch (error) {
        placeRefusal(error, (message) => message || t('admin.locations.saveFailed'));
      }
    });
  const image = form.watch('imageUrl') ?? '';
  const upload = useImageUpload((url) => form.setValue('imageUrl', url, { shouldDirty: true }));
  const busy = isSubmitting || isAsking;
  return (
    <>
      <Dialog
        open
        size="md"
        title={t(location ? 'admin.locations.editTitle' : 'admin.locations.addTitle')}
        closeLabel={t('common.action.close')}
        {...focus}
        onClose={leave}
        onSubmit={save(count > 0)}
        actions={
          <>
            <Button kind="gho" className={count > 0 ? 'max-sm:hidden' : ''} onClick={leave}>
              {t('common.action.cancel')}
            </Button>
            {count > 0 && (
              <Button kind="out" disabled={busy} onClick={() => void save(false)()}>
                {t('plans.save.quietly')}
              </Button>
            )}
            <Button type="submit" busy={busy} busyLabel={t('admin.locations.saving')}>
              {t(count > 0 ? 'plans.save.offer' : 'admin.locations.save')}
            </Button>
          </>
        }
      >
        {errors.root && (
          <Notice kind="danger" live title={t('admin.locations.saveFailed')}>
            {errors.root.message}
          </Notice>
        )}
        <LocationFields form={form} closedFromBox={setBox} />
        <ImageInput
          {...upload}
          label={t('admin.locations.image')}
          help={image ? upload.help : `${upload.help}. ${t('admin.locations.noImage')}`}
          value={image || null}
          onRemove={() => form.setValue('imageUrl', '', { shouldDirty: true })}
        />
        {failed && <LoadFailed title={t('plans.previewFailed')} {...failed} />}
        {count > 0 && (
          <Notice kind="warn" live title={t('admin.exceptions.hits', { n: count })}>
            {t('admin.exceptions.hitsHint')}{' '}
            {(rooms ?? 1) < (shown.rooms ?? 1) && t('admin.locations.firstStay')}
          </Notice>
        )}
        {displaced && displacement.list(displaced)}
      </Dialog>
      <LeaveDialog open={leaving} onStay={() => setLeaving(false)} onLeave={onClose} />
    </>
  );
}
