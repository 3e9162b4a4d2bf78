import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Alert, addAlert, endAlert } from '#shared/contract/patients.ts';
import {
  type AlertKind,
  alertKinds,
  alertLength,
  allAlertKinds,
  lastWeek,
} from '#shared/domain/people/alerts.ts';
import { westernDigits } from '#shared/domain/people/phone-text.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { AlertChip, AlertsUnknownNotice, formatAlert } from './alert-chips.tsx';
import { useAlerts } from './use-alerts.ts';

/** Alerts of a patient's file, which doctors add and end. */
export function FileAlerts({ patientId }: { patientId: number }) {
  const { alerts, failed } = useAlerts(patientId);
  const [open, setOpen] = useState<'add' | Alert | null>(null);
  const close = () => setOpen(null);
  return (
    <div role="group" aria-label={t('staff.alert.label')} className="flex flex-wrap items-center gap-2">
      {alerts.map((alert) => (
        <span key={alert.id} className="inline-flex max-w-full items-center">
          <AlertChip alert={alert} className="py-1! text-small!" />
          <button
            type="button"
            aria-label={t('staff.alert.end', { alert: formatAlert(alert) })}
            onClick={() => setOpen(alert)}
            className="grid size-8 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink touch:size-tap"
          >
            <X size={16} strokeWidth={1.9} aria-hidden="true" />
          </button>
        </span>
      ))}
      {failed && <AlertsUnknownNotice />}
      <button
        type="button"
        onClick={() => setOpen('add')}
        className="inline-flex min-h-8 items-center gap-[5px] rounded-full border border-dashed border-control px-[10px] text-xs text-ink-2 hover:border-accent hover:text-ink touch:min-h-tap"
      >
        <Plus size={16} strokeWidth={1.9} aria-hidden="true" />
        {t('staff.alert.add')}
      </button>
      {open === 'add' && <AddAlert patientId={patientId} onClose={close} />}
      {open && open !== 'add' && <EndAlert patientId={patientId} alert={open} onClose={close} />}
    </div>
  );
}

function AddAlert({ patientId, onClose }: { patientId: number; onClose(): void }) {
  const [kind, setKind] = useState<AlertKind>('allergy');
  const [text, setText] = useState('');
  const [week, setWeek] = useState('');
  const { mutate: add, isPending, error } = useChange(addAlert);
  const [tried, setTried] = useState(false);
  const { weeks } = alertKinds[kind];
  const counted = Number(westernDigits(week));
  const weekWrong = weeks && !(Number.isInteger(counted) && counted >= 1 && counted <= lastWeek);
  const textWrong = !weeks && text.trim() === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (weekWrong || textWrong) return;
    add(
      { params: { id: patientId }, body: { kind, text, week: weeks ? counted : null } },
      { onSuccess: onClose },
    );
  }
  return (
    <FormDialog
      title={t('staff.alert.addTitle')}
      description={t('staff.alert.addText')}
      submitLabel={t('staff.alert.submit')}
      problem={error ? getErrorMessage(error, t('staff.alert.failed')) : undefined}
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('staff.alert.kind')}>
        <Select value={kind} onChange={({ target }) => setKind(target.value as AlertKind)}>
          {allAlertKinds.map((one) => (
            <option key={one} value={one}>
              {t(`staff.alert.kind.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      {weeks && (
        <Field
          label={t('staff.alert.week')}
          help={t('staff.alert.weekHelp')}
          {...(tried && weekWrong ? { error: t('staff.alert.weekWrong') } : {})}
        >
          <TextInput
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            value={week}
            onChange={({ target }) => setWeek(target.value)}
          />
        </Field>
      )}
      <Field
        label={t('staff.alert.words')}
        {...(weeks ? { optional: t('common.field.optional') } : {})}
        {...(tried && textWrong ? { error: translateValidation('validation.required') ?? '' } : {})}
      >
        <TextInput
          dir="auto"
          maxLength={alertLength}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function EndAlert({ patientId, alert, onClose }: { patientId: number; alert: Alert; onClose(): void }) {
  const { mutate: end, isPending } = useChange(endAlert);
  const refused = (error: unknown) => showErrorToast(t('staff.alert.failed'), error);
  const input = { params: { id: patientId, alertId: alert.id } };
  return (
    <ConfirmDialog
      open
      title={t('staff.alert.endTitle')}
      description={t('staff.alert.endText', { alert: formatAlert(alert) })}
      safeLabel={t('common.action.cancel')}
      confirmLabel={t('staff.alert.endYes')}
      closeLabel={t('common.action.close')}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => end(input, { onError: refused, onSettled: onClose })}
    />
  );
}
