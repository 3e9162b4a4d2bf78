import { type FormEvent, useState } from 'react';
import { leaveWish, type Waiting } from '#shared/contract/offers.ts';
import { type EndReason, endReasons } from '#shared/domain/wish-rules.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

interface EndWishProps {
  wish: Waiting;
  onClose(): void;
}

/** Removes a patient from the waiting list, with a reason for the audit log. */
export function EndWish({ wish: { id, patient }, onClose }: EndWishProps) {
  const [why, setWhy] = useState<EndReason>('asked');
  const { mutateAsync: leave, isPending, error } = useChange(leaveWish, { untilRead: true });
  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      await leave({ params: { id }, query: { why } });
    } catch {
      return;
    }
    showToast({ kind: 'success', title: t('waiting.ended'), description: patient.name });
    onClose();
  }
  return (
    <FormDialog
      title={t('waiting.end', { name: patient.name })}
      description={t('waiting.endText')}
      submitLabel={t('offer.wait.takeOff')}
      problem={error ? getErrorMessage(error, t('error.unknown')) : undefined}
      busy={isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <RadioCards
        name="why"
        label={t('waiting.why')}
        value={why}
        onChange={(value) => setWhy(endReasons.find((one) => one === value) ?? why)}
        options={endReasons.map((value) => ({ value, label: t(`waiting.why.${value}`) }))}
      />
    </FormDialog>
  );
}
