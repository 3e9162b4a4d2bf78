import { useState } from 'react';
import { ownMessageBody, sendOwnMessage } from '#shared/contract/contact-messages.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useSchemaForm } from '#web/api/forms.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

interface FileAccessReportProps {
  /** Entries of the access list as text, at least one. */
  entries: readonly string[];
  onClose(): void;
}

/**
 * Asks the clinic about an entry of the access list. The message contains the entry and is linked to the
 * account.
 */
export function FileAccessReport({ entries, onClose }: FileAccessReportProps) {
  const [entry, setEntry] = useState(entries[0] ?? '');
  const form = useSchemaForm(ownMessageBody, { message: '' });
  const { mutateAsync: write, isPending } = useChange(sendOwnMessage);
  const { errors } = form.formState;
  const send = form.handleSubmit(async ({ message }) => {
    const about = `${t('privacy.report.about', { entry })}\n\n`;
    try {
      const sent = await write({ body: { message: about + message } });
      showToast({ kind: 'success', title: t('privacy.report.sent'), description: sent.message });
      onClose();
    } catch (error) {
      const description = getErrorMessage(error, t('error.unknown'));
      showToast({ kind: 'error', title: t('privacy.report.failed'), description });
    }
  });
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      onSubmit={send}
      title={t('privacy.openings.wrong')}
      description={t('privacy.report.text')}
      closeLabel={t('common.action.close')}
      actions={
        <Button type="submit" busy={isPending} busyLabel={t('privacy.report.sending')}>
          {t('privacy.report.send')}
        </Button>
      }
    >
      <Field label={t('privacy.report.entry')}>
        <Select value={entry} onChange={({ target }) => setEntry(target.value)}>
          {entries.map((line) => (
            <option key={line}>{line}</option>
          ))}
        </Select>
      </Field>
      <Field label={t('privacy.report.question')} error={translateValidation(errors.message?.message)}>
        <Textarea rows={3} maxLength={500} {...form.register('message')} />
      </Field>
    </Dialog>
  );
}
