import { useState } from 'react';
import { changeImportRow, type Import, type ImportRow } from '#shared/contract/connections/imports.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { PatientSearch } from '#web/features/patients/patient-search.tsx';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { getColumnHeading } from './import-columns.tsx';

interface RowDialogProps {
  file: Import;
  row: ImportRow;
  onClose(): void;
}

/** Asks for what a row needs: a decision or corrected cells. */
export function RowDialog(props: RowDialogProps) {
  const [correcting, setCorrecting] = useState(props.row.question === null);
  const decision = useDecision(props);
  if (correcting) return <CorrectDialog {...props} />;
  return props.row.question === 'patient' ? (
    <PatientDialog {...props} decision={decision} />
  ) : (
    <CellReadingDialog {...props} decision={decision} onCorrect={() => setCorrecting(true)} />
  );
}

/** The imported cells of a row; errors are shown under their fields. */
function CorrectDialog({ file, row, onClose }: RowDialogProps) {
  const { mutate, isPending, error } = useChange(changeImportRow, { untilRead: true });
  const [seen, setSeen] = useState(row.cells);
  const [cells, setCells] = useState(() => file.headings.map((_, at) => row.cells[at] ?? ''));
  const [said, setSaid] = useState({ column: row.column, why: row.why });
  const imported = file.headings
    .map((_, at) => ({ heading: getColumnHeading(file, at), at }))
    .filter(({ at }) => file.columns[at] !== 'leave');
  return (
    <FormDialog
      title={t('import.mend.title', { row: row.row })}
      description={said.column === null ? said.why : undefined}
      submitLabel={t('import.mend.save')}
      problem={
        error ? `${t('import.mend.failed')}: ${getErrorMessage(error, t('error.unknown'))}` : undefined
      }
      busy={isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(
          { params: { id: file.id, row: row.row }, body: { cells, seen } },
          {
            onSuccess: (mended) => {
              if (mended.verdict !== 'wrong' && mended.question !== 'reading') return onClose();
              setSeen(mended.cells);
              setSaid({ column: mended.column, why: mended.why });
            },
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

/** Asks whether the cells of a row are read correctly. */
function CellReadingDialog({ row, decision, onCorrect, onClose }: DecideProps & { onCorrect(): void }) {
  const { isPending, decide } = decision;
  return (
    <Dialog
      open
      title={t('import.mend.title', { row: row.row })}
      description={<bdi>{row.name}</bdi>}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="out" busy={isPending} onClick={onCorrect}>
            {t('import.decide.correct')}
          </Button>
          <Button busy={isPending} onClick={() => decide({ decision: 'same' })}>
            {t('import.decide.yes')}
          </Button>
        </>
      }
    >
      <Question row={row} decision={decision} />
    </Dialog>
  );
}

/** Asks which patient a row is about: an existing one, the one of an earlier row, or a new one. */
function PatientDialog({ row, decision, onClose }: DecideProps) {
  const [query, setQuery] = useState(row.phone || row.name);
  const { decide } = decision;
  const earlier = row.sameRow === null ? [] : [row.sameRow];
  return (
    <Dialog
      open
      size="md"
      title={t('import.mend.title', { row: row.row })}
      description={joinWithComma(row.name, row.phone)}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      <div className="grid min-h-80 content-start gap-3">
        <Question row={row} decision={decision} />
        <PatientSearch
          label={t('staff.find.label')}
          placeholder={t('staff.find.placeholder')}
          autoFocus
          query={query}
          onQueryChange={setQuery}
          ownLines={earlier.map((n) => ({
            key: `row-${n}`,
            patientId: 0,
            row: <b className="text-small font-strong">{t('import.decide.sameRow', { row: n })}</b>,
            onChoose: () => decide({ decision: 'same' }),
          }))}
          onPick={({ id }) => decide({ patientId: id })}
          newName={row.name}
          onNew={() => decide({ decision: 'another' })}
        />
      </div>
    </Dialog>
  );
}

interface DecideProps extends RowDialogProps {
  decision: ReturnType<typeof useDecision>;
}

function useDecision({ file, row, onClose }: RowDialogProps) {
  const { mutate, isPending, error } = useChange(changeImportRow, { untilRead: true });
  return {
    isPending,
    error,
    decide: (body: Body<typeof changeImportRow>) =>
      mutate(
        { params: { id: file.id, row: row.row }, body: { ...body, seen: row.cells } },
        { onSuccess: onClose },
      ),
  };
}

function Question({ row, decision: { error } }: Pick<DecideProps, 'row' | 'decision'>) {
  return (
    <>
      {error && (
        <Notice kind="danger" live title={t('import.mend.failed')}>
          {getErrorMessage(error, t('error.unknown'))}
        </Notice>
      )}
      <p className="text-ui leading-[1.6]">{row.why}</p>
    </>
  );
}
