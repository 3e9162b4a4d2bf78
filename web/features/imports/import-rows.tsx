import { Check, CircleAlert, CircleHelp, type LucideIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Import, type ImportRow, listImportRows } from '#shared/contract/connections/imports.ts';
import { type Verdict, verdicts } from '#shared/domain/imports/verdicts.ts';
import type { Tone } from '#shared/domain/tones.ts';
import { listEndProps, listLoadedRows, useList } from '#web/api/lists.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '#web/ui/table.tsx';
import { RowDialog } from './row-dialogs.tsx';

const looks: Record<Verdict, { icon: LucideIcon; tone: Tone }> = {
  new: { icon: Plus, tone: 'success' },
  same: { icon: Check, tone: 'neutral' },
  doubtful: { icon: CircleHelp, tone: 'warning' },
  wrong: { icon: CircleAlert, tone: 'danger' },
};
const pageSize = 50;

/** Result for every row; pressing a number shows only its rows. */
export function ImportRows({ file }: { file: Import }) {
  const [verdict, setVerdict] = useState<Verdict>();
  const [open, setOpen] = useState<ImportRow | null>(null);
  const list = useList(listImportRows, { params: { id: file.id }, query: { limit: pageSize, verdict } });
  const rows = list.data && listLoadedRows(list);
  const total = verdict ? file.counts[verdict] : file.total;
  return (
    <section className="grid gap-3">
      <SectionHeader
        title={t('import.check.title')}
        count={<span className="text-small font-normal text-ink-2">{t('import.check.nothingYet')}</span>}
      />
      <fieldset aria-label={t('import.check.filter')} className="grid grid-cols-2 gap-[10px] lg:grid-cols-4">
        {verdicts.map((name) => {
          const { icon: Icon } = looks[name];
          const chosen = verdict === name;
          return (
            <button
              key={name}
              type="button"
              aria-pressed={chosen}
              onClick={() => setVerdict(chosen ? undefined : name)}
              className={cx(
                'grid gap-1 rounded-card border bg-surface px-4 py-[14px] text-start text-small leading-[1.35] text-ink-2',
                chosen ? 'border-btn text-ink shadow-[inset_0_0_0_1px_var(--btn)]' : 'border-line',
              )}
            >
              <span className="flex items-center gap-[7px]">
                <Icon size={17} strokeWidth={1.7} aria-hidden="true" />
                {t(`import.verdict.${name}`)}
              </span>
              <b className="display num text-[1.875rem] leading-none text-ink arabic:text-[2.3rem]">
                {formatNumberInLang(file.counts[name])}
              </b>
            </button>
          );
        })}
      </fieldset>
      {list.isError && (
        <LoadFailed
          title={t('import.row.failed')}
          reason={list.error.message}
          onAgain={() => void list.refetch()}
        />
      )}
      {!rows && !list.isError && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-40" />
        </LoadingRegion>
      )}
      {rows?.length === 0 && <p className="py-6 text-center text-ui text-ink-2">{t('import.check.none')}</p>}
      {rows && rows.length > 0 && (
        <>
          <Table label={t('import.check.title')}>
            <TableHead>
              <TableHeading>{t('import.row')}</TableHeading>
              <TableHeading>{t('import.row.name')}</TableHeading>
              <TableHeading>{t('import.row.phone')}</TableHeading>
              <TableHeading>{t('import.row.happens')}</TableHeading>
              <TableHeading>{t('import.row.why')}</TableHeading>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <Row key={row.row} row={row} onOpen={setOpen} />
              ))}
            </TableBody>
          </Table>
          <ListEnd
            {...listEndProps(list, t('import.rows', { n: total }))}
            labels={{ more: t('import.row.more'), busy: t('common.state.loading') }}
          />
        </>
      )}
      {open !== null && <RowDialog file={file} row={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** Rows that remain after an undo. */
export function RowsLeftAfterUndo({ file }: { file: Import }) {
  const query = { limit: pageSize, verdict: 'kept' } as const;
  const list = useList(listImportRows, { params: { id: file.id }, query });
  const rows = list.data ? listLoadedRows(list) : [];
  return (
    <section className="grid gap-3">
      <SectionHeader title={t('import.undone.title')} />
      <ul className="grid gap-1 text-ui">
        {rows.map((row) => (
          <li key={row.row}>
            <bdi className="font-strong">{row.name}</bdi>{' '}
            <bdi dir="ltr" className="num text-ink-2">
              {row.phone}
            </bdi>
          </li>
        ))}
      </ul>
      <ListEnd
        {...listEndProps(list, t('import.rows', { n: file.left }))}
        labels={{ more: t('import.row.more'), busy: t('common.state.loading') }}
      />
    </section>
  );
}

function Row({ row, onOpen }: { row: ImportRow; onOpen(row: ImportRow): void }) {
  const { icon, tone } = looks[row.verdict];
  const act = row.question ? 'decide' : row.verdict === 'wrong' ? 'mend' : null;
  return (
    <TableRow>
      <TableCell place="meta" className="num text-ink-2">
        <span className="lg:hidden">{t('import.row')} </span>
        {formatNumberInLang(row.row)}
      </TableCell>
      <TableCell place="who" className="font-strong">
        <bdi>{row.name || '—'}</bdi>
      </TableCell>
      <TableCell place="context">
        <bdi dir="ltr" className="num whitespace-nowrap">
          {row.phone || '—'}
        </bdi>
      </TableCell>
      <TableCell place="status">
        <Pill tone={tone} icon={icon}>
          {t(`import.verdict.${row.verdict}`)}
        </Pill>
      </TableCell>
      <TableCell place="note" className="num leading-[1.5]">
        {row.why}{' '}
        {act && (
          <button
            type="button"
            aria-label={t(`import.row.${act}Of`, { row: row.row })}
            onClick={() => onOpen(row)}
            className="min-h-8 px-1 font-strong text-accent underline-offset-4 hover:underline touch:min-h-tap"
          >
            {t(`import.row.${act}`)}
          </button>
        )}
      </TableCell>
    </TableRow>
  );
}
