import { useState } from 'react';
import { changeImportRow, type Import, type ImportRow } from '#shared/contract/connections/imports.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { headingOf } from './import-columns.tsx';

interface RowDialogProps {
  file: Import;
  row: ImportRow;
  onClose(): void;
}

/** Asks what a row needs: a decision, or other cells. */
export function RowDialog(props: RowDialogProps) {
  const [correcting, setCorrecting] = useState(props.row.question === null);
  return correcting ? (
    <CorrectDialog {...props} />
  ) : (
    <DecideDialog {...props} onCorrect={() => setCorrecting(true)} />
  );
}

/** The cells of a row that are imported; what is wrong is said under its field. */
function CorrectDialog({ file, row, onClose }: RowDialogProps) {
  const { mutate, isPending, error } = useChange(changeImportRow, { untilRead: true });
  const [cells, setCells] = useState(() => file.headings.map((_, at) => row.cells[at] ?? ''));
  const [said, setSaid] = useState({ column: row.column, why: row.why });
  const imported = file.headings
    .map((_, at) => ({ heading: headingOf(file, at), at }))
    .filter(({ at }) => file.columns[at] !== 'leave');
  return (
    <FormDialog
      title={t('import.mend.title', { row: row.row })}
      description={said.column === null ? said.why : undefined}
      submitLabel={t('import.mend.save')}
      problem={error ? `${t('import.mend.failed')}: ${reasonOf(error, t('error.unknown'))}` : undefined}
      busy={isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(
          { params: { id: file.id, row: row.row }, body: { cells } },
          {
            onSuccess: (mended) =>
              mended.verdict === 'wrong' || mended.question === 'reading'
                ? setSaid({ column: mended.column, why: mended.why })
                : onClose(),
          },
        );
      }}
    >
      {imported.map(({ heading, at }) => (
        <Field key={at} label={<bdi>{heading}</bdi>} error={said.column === at ? said.why : undefined}>
          <TextInput
            dir="auto"
            value={cells[at]}
            maxLength={10_000}
            onChange={(event) => setCells(cells.map((cell, i) => (i === at ? event.target.value : cell)))}
          />
        </Field>
      ))}
    </FormDialog>
  );
}

/** Whether a row is about an existing patient, or whether its cells are read correctly. */
function DecideDialog({ file, row, onClose, onCorrect }: RowDialogProps & { onCorrect(): void }) {
  const { mutate, isPending, error } = useChange(changeImportRow, { untilRead: true });
  const decide = (decision: 'same' | 'another') =>
    mutate({ params: { id: file.id, row: row.row }, body: { decision } }, { onSuccess: onClose });
  const isReading = row.question === 'reading';
  return (
    <Dialog
      open
      title={t('import.mend.title', { row: row.row })}
      description={<bdi>{row.name}</bdi>}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="out" busy={isPending} onClick={isReading ? onCorrect : () => decide('another')}>
            {t(isReading ? 'import.decide.correct' : 'import.decide.another')}
          </Button>
          <Button busy={isPending} onClick={() => decide('same')}>
            {t(isReading ? 'import.decide.yes' : 'import.decide.same')}
          </Button>
        </>
      }
    >
      {error && (
        <Notice kind="danger" live title={t('import.mend.failed')}>
          {reasonOf(error, t('error.unknown'))}
        </Notice>
      )}
      <p className="text-ui leading-[1.6]">{row.why}</p>
    </Dialog>
  );
}
