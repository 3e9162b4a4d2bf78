import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { createImport, type Import, listImports } from '#shared/contract/connections/imports.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { Notice } from '#web/ui/notice.tsx';

const maxImportBytes = 12 * 1024 * 1024;

function uploadImportFile(file: File): Promise<Import> {
  if (file.size > maxImportBytes) throw new ApiError(413, 'too_large', t('import.file.large'));
  // Browsers disagree on the type of spreadsheets: the server inspects the file itself.
  const body = new Blob([file], { type: 'application/octet-stream' });
  return sendChange(createImport, { query: { name: file.name.slice(-200) }, body });
}

/** Chooses a file to import, by selecting or dropping, and lists earlier imports. */
export function ImportFiles({ onOpen }: { onOpen(id: number): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const { mutate, isPending, error } = useMultiStepChange(async (file: File) => uploadImportFile(file));
  const take = (file: File | undefined) => {
    if (!file || isPending) return;
    setName(file.name);
    mutate(file, { onSuccess: ({ id }) => onOpen(id) });
  };
  return (
    <>
      <Card
        as="section"
        className="grid justify-items-center gap-3 px-5 py-9 text-center"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        <FileSpreadsheet size={40} strokeWidth={1.4} aria-hidden="true" className="text-accent" />
        <h2 className="card-title">{t('import.file.title')}</h2>
        <p className="max-w-[56ch] text-ui leading-[1.6] text-ink-2">{t('import.file.text')}</p>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.xlsm,.xls,.html,.csv,.txt,.tsv"
          aria-label={t('import.file.choose')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          busy={isPending}
          busyLabel={t('import.file.reading', { file: name })}
          onClick={() => input.current?.click()}
        >
          {t('import.file.choose')}
        </Button>
        <p className="text-small text-ink-2">{t('import.file.safe')}</p>
        {error && (
          <Notice kind="danger" live title={t('import.file.failed')}>
            {getErrorMessage(error, t('error.unknown'))}
          </Notice>
        )}
      </Card>
      <EarlierImports onOpen={onOpen} />
    </>
  );
}

function EarlierImports({ onOpen }: { onOpen(id: number): void }) {
  const { data: files = [] } = useRead(listImports);
  if (files.length === 0) return null;
  return (
    <section className="grid gap-3">
      <SectionHeader title={t('import.earlier.title')} />
      <Card as="section" className="overflow-hidden">
        <ul>
          {files.map((file) => (
            <li
              key={file.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3 text-ui first:border-t-0"
            >
              <button
                type="button"
                className="min-h-tap min-w-0 truncate text-start font-strong text-accent underline-offset-4 hover:underline"
                aria-label={t('import.earlier.open', { file: file.fileName })}
                onClick={() => onOpen(file.id)}
              >
                <bdi>{file.fileName}</bdi>
              </button>
              <Badge>{t(`import.state.${file.state}`)}</Badge>
              <small className="ms-auto text-xs text-ink-2">
                {formatInstant(currentLang(), file.createdAt)}
              </small>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
