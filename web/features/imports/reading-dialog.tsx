import { useState } from 'react';
import { changeImport, type Import } from '#shared/contract/connections/imports.ts';
import { type DayOrder, dayOrders } from '#shared/domain/imports/dates.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { getDelimiterNames, getEncodingNames } from './reading-words.ts';

/** How the file is read: sheet of a workbook, encoding and separator of a text, order of day and month. */
export function FileReadingDialog({ file, onClose }: { file: Import; onClose(): void }) {
  const { mutate, isPending, error } = useChange(changeImport, { untilRead: true });
  const [encoding, setEncoding] = useState(file.encoding ?? '');
  const [delimiter, setDelimiter] = useState(file.delimiter ?? '');
  const [dayOrder, setDayOrder] = useState<DayOrder>(file.dayOrder);
  const [sheet, setSheet] = useState(file.sheet);
  const [hasHeadings, setHasHeadings] = useState(file.hasHeadings ?? true);
  const isText = file.encoding !== null;
  return (
    <FormDialog
      title={t('import.reading.title')}
      description={t('import.reading.text')}
      submitLabel={t('import.reading.save')}
      problem={error ? getErrorMessage(error, t('error.unknown')) : undefined}
      busy={isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        const text =
          encoding !== file.encoding || delimiter !== file.delimiter ? { encoding, delimiter } : {};
        const isNew = sheet !== file.sheet || file.state === 'refused';
        const another = sheet !== null && isNew ? { sheet } : {};
        const headings = hasHeadings === (file.hasHeadings ?? true) ? {} : { hasHeadings };
        const body = { dayOrder, ...headings, ...(isText ? text : another) };
        mutate({ params: { id: file.id }, body }, { onSuccess: onClose });
      }}
    >
      {sheet !== null && file.sheets.length > 1 && (
        <Field label={t('import.reading.sheet')}>
          <Select value={sheet} onChange={(event) => setSheet(Number(event.target.value))}>
            {file.sheets.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sheets are named by where they stand
              <option key={at} value={at}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {isText && (
        <>
          <Field label={t('import.reading.encoding')}>
            <Select value={encoding} onChange={(event) => setEncoding(event.target.value)}>
              {Object.entries(getEncodingNames()).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('import.reading.delimiter')}>
            <Select value={delimiter} onChange={(event) => setDelimiter(event.target.value)}>
              {Object.entries(getDelimiterNames()).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      {file.hasHeadings !== null && (
        <>
          <Checkbox
            label={t('import.reading.headings')}
            checked={!hasHeadings}
            onChange={(event) => setHasHeadings(!event.target.checked)}
          />
          <Preview file={file} hasHeadings={hasHeadings} />
        </>
      )}
      <Field label={t('import.reading.order')}>
        <Select value={dayOrder} onChange={(event) => setDayOrder(event.target.value as DayOrder)}>
          {dayOrders.map((order) => (
            <option key={order} value={order}>
              {t(`import.order.${order}`)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}

/** Columns of the preview that fit on a phone. */
const previewColumns = 4;

/** First rows of the file, with or without a header row. */
function Preview({ file, hasHeadings }: { file: Import; hasHeadings: boolean }) {
  const wasHeaded = file.hasHeadings !== false;
  const first = wasHeaded ? [file.headings, ...file.examples] : file.examples;
  const [head, rows] = hasHeadings
    ? [first[0] ?? [], first.slice(1)]
    : [file.headings.map((_, at) => t('import.columns.nth', { n: at + 1 })), first];
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table aria-label={t('import.reading.preview')} className="w-full table-fixed text-xs">
        <thead>
          <tr>
            {head.slice(0, previewColumns).map((heading, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key
              <th key={at} scope="col" className="truncate px-2 py-1 text-start font-strong">
                <bdi>{heading}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 3).map((cells, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key
            <tr key={n} className="border-t border-line">
              {head.slice(0, previewColumns).map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other key
                <td key={at} className="num truncate px-2 py-1 text-ink-2">
                  <bdi>{cells[at] ?? ''}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
