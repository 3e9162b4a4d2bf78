import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeService, createService, type Service, serviceBody } from '#shared/contract/services.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { pickChangedFields, toFormValues } from '#web/api/form-values.ts';
import { useRecordForm } from '#web/api/record-forms.ts';
import { t } from '#web/i18n.ts';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { BilingualField, PlainField } from './editor-field.tsx';
import { EditorIcon } from './editor-icon.tsx';

const defaultServiceMinutes = 20;

interface ServiceDialogProps {
  /** The service to change; null for a new one. */
  service: Service | null;
  /** Position of a new service. */
  position: number;
  onClose(): void;
}

const serviceForm = z.omit(serviceBody, { position: true });
const defaultServiceValues = { icon: 'clinic', durationMinutes: defaultServiceMinutes };

export function ServiceDialog({ service, position, onClose }: ServiceDialogProps) {
  const { form, shown, version, placeRefusal } = useRecordForm(serviceForm, service, (kept) =>
    toFormValues(serviceForm, kept, defaultServiceValues),
  );
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      if (service)
        await sendChange(changeService, {
          params: { id: service.id },
          body: { ...pickChangedFields(shown, body), version },
        });
      else await sendChange(createService, { body: { ...body, position } });
    } catch (error) {
      placeRefusal(error);
      if (!(error instanceof ApiError)) throw error;
      return;
    }
    showToast({
      kind: 'success',
      title: t('admin.service.savedTitle'),
      description: t('admin.homepage.savedText'),
    });
    onClose();
  });
  return (
    <FormDialog
      size="md"
      title={service ? t('admin.service.editTitle', { name: service.name }) : t('admin.homepage.addService')}
      submitLabel={t('common.action.save')}
      problem={errors.root?.message}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <BilingualField label={t('admin.homepage.field.name')} name="name" maxLength={120} />
        <BilingualField
          label={t('admin.homepage.field.description')}
          name="description"
          rows={3}
          maxLength={1000}
        />
        <BilingualField label={t('admin.service.whatHappens')} name="whatHappens" rows={3} maxLength={1000} />
        <BilingualField label={t('admin.service.bring')} name="bring" rows={3} maxLength={1000} />
        <div className="grid gap-4 sm:grid-cols-2">
          <MinutesField />
          <PlainField
            label={t('admin.service.priceFrom')}
            name="priceFrom"
            asNumber
            optional
            help={t('admin.service.priceFromHint')}
            inputMode="numeric"
            className="max-w-40"
            dir="ltr"
          />
        </div>
        <EditorIcon label={t('admin.homepage.field.icon')} name="icon" />
      </FormProvider>
    </FormDialog>
  );
}

function MinutesField() {
  return (
    <PlainField
      label={t('admin.homepage.field.minutes')}
      name="durationMinutes"
      asNumber
      help={t('admin.service.minutesHint')}
      inputMode="numeric"
      className="max-w-40"
      dir="ltr"
    />
  );
}
