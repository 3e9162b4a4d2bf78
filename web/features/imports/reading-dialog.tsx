import { useState } from 'react';
import { changeImport, type Import } from '#shared/contract/connections/imports.ts';
import { type DayOrder, dayOrders } from '#shared/domain/imports/dates.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { delimiterNames, encodingNames } from './reading-words.ts';

/** How the file is read: sheet of a workbook, letters and separators of a text, order of day and month. */
export function ReadingDialog({ file, onClose }: { file: Import; onClose(): void }) {
  const { mutate, isPending, error } = useChange(changeImport, { untilRead: true });
  const [encoding, setEncoding] = useState(file.encoding ?? '');
  const [delimiter, setDelimiter] = useState(file.delimiter ?? '');
  const [dayOrder, setDayOrder] = useState<DayOrder>(file.dayOrder);
  const [sheet, setSheet] = useState(file.sheet);
  const isText = file.encoding !== null;
  return (
    <FormDialog
      title={t('import.reading.title')}
      description={t('import.reading.text')}
      submitLabel={t('import.reading.save')}
      problem={error ? reasonOf(error, t('error.unknown')) : undefined}
      busy={isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        const text =
          encoding !== file.encoding || delimiter !== file.delimiter ? { encoding, delimiter } : {};
        const isNew = sheet !== file.sheet || file.state === 'refused';
        const another = sheet !== null && isNew ? { sheet } : {};
        const body = { dayOrder, ...(isText ? text : another) };
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
              {Object.entries(encodingNames()).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('import.reading.delimiter')}>
            <Select value={delimiter} onChange={(event) => setDelimiter(event.target.value)}>
              {Object.entries(delimiterNames()).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
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
