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

interface RowDialogProps {
  file: Import;
  row: ImportRow;
  onClose(): void;
}

/** The cells of a row that are brought in, to be mended; what was wrong stands under its box. */
export function MendDialog({ file, row, onClose }: RowDialogProps) {
  const { mutate, isPending, error } = useChange(changeImportRow, { untilRead: true });
  const [cells, setCells] = useState(() => file.headings.map((_, at) => row.cells[at] ?? ''));
  const [said, setSaid] = useState({ column: row.column, why: row.why });
  const brought = file.headings
    .map((heading, at) => ({ heading, at }))
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
              mended.verdict === 'wrong' ? setSaid({ column: mended.column, why: mended.why }) : onClose(),
          },
        );
      }}
    >
      {brought.map(({ heading, at }) => (
        <Field key={at} label={<bdi>{heading}</bdi>} error={said.column === at ? said.why : undefined}>
          <TextInput
            dir="auto"
            value={cells[at]}
            maxLength={4000}
            onChange={(event) => setCells(cells.map((cell, i) => (i === at ? event.target.value : cell)))}
          />
        </Field>
      ))}
    </FormDialog>
  );
}

/** One woman or two; or whether a date was read as it is meant. */
export function DecideDialog({ file, row, onClose }: RowDialogProps) {
  const { mutate, isPending, error } = useChange(changeImportRow, { untilRead: true });
  const decide = (decision: 'same' | 'another') =>
    mutate({ params: { id: file.id, row: row.row }, body: { decision } }, { onSuccess: onClose });
  const isDate = row.column !== null;
  return (
    <Dialog
      open
      title={t('import.mend.title', { row: row.row })}
      description={<bdi>{row.name}</bdi>}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      actions={
        isDate ? (
          <Button busy={isPending} onClick={() => decide('same')}>
            {t('import.decide.yes')}
          </Button>
        ) : (
          <>
            <Button kind="out" busy={isPending} onClick={() => decide('another')}>
              {t('import.decide.another')}
            </Button>
            <Button busy={isPending} onClick={() => decide('same')}>
              {t('import.decide.same')}
            </Button>
          </>
        )
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
