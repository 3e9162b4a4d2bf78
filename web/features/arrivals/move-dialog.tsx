import { type FormEvent, useState } from 'react';
import { type Card, moveInQueue } from '#shared/contract/arrivals.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { formatCardName } from './board-names.ts';

interface MoveDialogProps {
  card: Card;
  waiting: readonly Card[];
  /** Id of the card in front of which the shortcut moves it; null: to the end. */
  before: number | null;
  /** Gets the text for screen readers. */
  onMoved(sentence: string): void;
  onClose(): void;
}

/** Moves a waiting patient in the queue, with a reason. */
export function MoveDialog({ card, waiting, before: first, onMoved, onClose }: MoveDialogProps) {
  const others = waiting.filter(({ id }) => id !== card.id);
  // Stores the card and not its id, so that the name is still known if that patient is called in meanwhile.
  const [before, setBefore] = useState<Card | null>(() => others.find(({ id }) => id === first) ?? null);
  const gone = before !== null && !others.some(({ id }) => id === before.id);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutateAsync: move, isPending: busy } = useChange(moveInQueue, { untilRead: true });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') return setProblem(t('validation.required'));
    if (gone) return;
    try {
      await move({ params: { id: card.id }, body: { before: before?.id ?? null, reason } });
      onClose();
      const name = formatCardName(card);
      onMoved(
        before
          ? t('desk.move.didBefore', { name, other: formatCardName(before) })
          : t('desk.move.didLast', { name }),
      );
    } catch (error) {
      setProblem(getErrorMessage(error, t('error.unknown')));
    }
  }
  return (
    <FormDialog
      size="sm"
      title={t('desk.move.title', { name: formatCardName(card) })}
      description={t('desk.move.text')}
      submitLabel={t('desk.move.save')}
      problem={undefined}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('desk.move.where')}
        error={gone ? t('desk.move.gone', { name: formatCardName(before) }) : undefined}
      >
        <Select
          value={before?.id ?? ''}
          onChange={({ target }) => setBefore(others.find(({ id }) => String(id) === target.value) ?? null)}
        >
          {(gone ? [before, ...others] : others).map((other) => (
            <option key={other.id} value={other.id}>
              {formatCardName(other)}
            </option>
          ))}
          <option value="">{t('desk.move.last')}</option>
        </Select>
      </Field>
      <Field label={t('desk.move.reason')} error={problem}>
        <TextInput
          dir="auto"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
