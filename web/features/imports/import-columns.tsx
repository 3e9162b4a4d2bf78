import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { changeImport, discardImport, type Import } from '#shared/contract/connections/imports.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { type ImportField, importFields, repeatableFields } from '#shared/domain/imports/columns.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { FileReadingDialog } from './reading-dialog.tsx';

/**
 * Assigns a field to a column; removes it from the column that had it, unless several columns can have it.
 */
const assignField = (columns: readonly ImportField[], at: number, field: ImportField): ImportField[] =>
  columns.map((before, i) =>
    i === at ? field : before === field && !repeatableFields.has(field) ? 'leave' : before,
  );

/** Heading of a column, or its number in a file without headings. */
export const getColumnHeading = ({ hasHeadings, headings }: Import, at: number): string =>
  hasHeadings === false ? t('import.columns.nth', { n: at + 1 }) : (headings[at] ?? '');

/** Assigned field of each column with a sample cell; a change is checked at once. */
export function ImportColumns({ file, onGone }: { file: Import; onGone(): void }) {
  const { mutate: save, isPending, error } = useChange(changeImport, { untilRead: true });
  const { mutate: discard, isPending: going } = useChange(discardImport);
  const [howRead, setHowRead] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const set = (body: Parameters<typeof save>[0]['body']) => save({ params: { id: file.id }, body });
  const brings = file.columns.includes('visitDate');
  return (
    <section className="grid gap-3">
      <SectionHeader
        title={t('import.columns.title')}
        actions={
          <>
            <Button kind="gho" size="sm" onClick={() => setDiscarding(true)}>
              {t('import.discard')}
            </Button>
            <Button
              kind="gho"
              size="sm"
              icon={<Pencil size={16} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => setHowRead(true)}
            >
              {t('import.columns.howRead')}
            </Button>
          </>
        }
      />
      {error && (
        <Notice kind="danger" live title={t('import.failed')}>
          {getErrorMessage(error, t('error.unknown'))}
        </Notice>
      )}
      <ul className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface text-small lg:grid-cols-4 xl:grid-cols-6">
        {file.headings.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <li
            key={at}
            className="-me-px -mb-px grid min-w-0 content-start gap-[6px] border-e border-b border-line px-[14px] py-3"
          >
            <small className="text-xs text-ink-2">{t('import.columns.inFile')}</small>
            <b className="truncate font-strong">
              <bdi>{getColumnHeading(file, at)}</bdi>
            </b>
            <Select
              dense
              aria-label={t('import.columns.label', { column: getColumnHeading(file, at) })}
              value={file.columns[at] ?? 'leave'}
              disabled={isPending}
              onChange={(event) =>
                set({
                  columns: assignField(file.columns, at, event.target.value as ImportField),
                  seen: file.columns,
                })
              }
            >
              {importFields.map((field) => (
                <option key={field} value={field}>
                  {t(`import.field.${field}`)}
                </option>
              ))}
            </Select>
            <span className="num truncate text-xs text-ink-2">
              <bdi>{file.examples.find((cells) => cells[at])?.[at] || '—'}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {brings && <AppointmentDefaults file={file} busy={isPending} onChange={set} />}
      <ConfirmDialog
        open={discarding}
        title={t('import.discard.title')}
        description={t('import.discard.text')}
        safeLabel={t('common.action.cancel')}
        confirmLabel={t('import.discard')}
        busy={going}
        closeLabel={t('common.action.close')}
        onCancel={() => setDiscarding(false)}
        onConfirm={() => discard({ params: { id: file.id } }, { onSuccess: onGone })}
      />
      {howRead && <FileReadingDialog file={file} onClose={() => setHowRead(false)} />}
    </section>
  );
}

/** Defaults of an appointment whose row does not contain them. */
function AppointmentDefaults({
  file,
  busy,
  onChange,
}: {
  file: Import;
  busy: boolean;
  onChange(body: { locationId?: number | null; serviceId?: number | null; remind?: boolean }): void;
}) {
  const { data: branches = [] } = useRead(listLocations);
  const { data: services = [] } = useRead(listServices);
  const chosen = (text: string) => (text === '' ? null : Number(text));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('import.columns.usualBranch')}>
        <Select
          dense
          value={file.locationId ?? ''}
          disabled={busy}
          onChange={(event) => onChange({ locationId: chosen(event.target.value) })}
        >
          <option value="">{t('import.columns.askRow')}</option>
          <NamedOptions of={branches} />
        </Select>
      </Field>
      <Field label={t('import.columns.usualService')}>
        <Select
          dense
          value={file.serviceId ?? ''}
          disabled={busy}
          onChange={(event) => onChange({ serviceId: chosen(event.target.value) })}
        >
          <option value="">{t('import.columns.askRow')}</option>
          <NamedOptions of={services} />
        </Select>
      </Field>
      <Checkbox
        className="sm:col-span-2"
        label={t('import.remind')}
        checked={file.remind}
        disabled={busy}
        onChange={(event) => onChange({ remind: event.target.checked })}
      />
    </div>
  );
}
