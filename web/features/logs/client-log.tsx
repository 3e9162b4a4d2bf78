import {
  type ClientLog,
  type interactionTypes,
  listClientLog,
  listInteractions,
  type messageLogTypes,
} from '#shared/contract/logs.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { currentLang, t, translateValidation } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '#web/ui/table.tsx';
import { LogDetails } from './log-details.tsx';
import type { LogFilters } from './log-filters.ts';
import { LogList } from './log-list.tsx';

type Kind = 'client' | 'interactions';
type KnownType = (typeof messageLogTypes)[number] | (typeof interactionTypes)[number];

const formatLogType = (kind: Kind, type: string) =>
  translateValidation(`logs.${kind === 'client' ? 'type' : 'interaction'}.${type as KnownType}`) ?? type;

/** Logs sent by browsers: messages, or interactions. */
export function BrowserLog({ kind, filters }: { kind: Kind; filters: LogFilters }) {
  const lang = currentLang();
  return (
    <LogList<ClientLog> spec={kind === 'client' ? listClientLog : listInteractions} filters={filters}>
      {(entries) => (
        <Table label={t(`logs.tab.${kind}`)}>
          <TableHead>
            <TableHeading>{t('logs.column.text')}</TableHeading>
            <TableHeading>{t('logs.column.type')}</TableHeading>
            <TableHeading>{t('logs.column.when')}</TableHeading>
            <TableHeading>{t('logs.column.page')}</TableHeading>
            <TableHeading>{t('logs.column.person')}</TableHeading>
          </TableHead>
          <TableBody>
            {entries.map((entry) => (
              <TableRow key={entry.id}>
                <TableCell place="who" className="max-w-120 break-words">
                  <span dir="auto">{entry.text || '-'}</span>
                  <LogDetails details={entry.details} />
                </TableCell>
                <TableCell place="meta">
                  <Badge>{formatLogType(kind, entry.type)}</Badge>
                </TableCell>
                <TableCell place="status" className="text-ink-2! lg:text-ink!">
                  {formatInstant(lang, entry.at)}
                </TableCell>
                <TableCell>
                  {entry.page ? <span className="ltr break-all">{entry.page}</span> : '-'}
                </TableCell>
                <TableCell>
                  {entry.userId === null ? t('logs.visitor') : t('logs.person', { id: entry.userId })}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </LogList>
  );
}
