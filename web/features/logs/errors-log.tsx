import { type ErrorGroup, listErrors } from '#shared/contract/logs.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '#web/ui/table.tsx';
import { LogDetails } from './log-details.tsx';
import type { LogFilters } from './log-filters.ts';
import { LogList } from './log-list.tsx';

/** Errors grouped by cause: number, first occurrence and one example. */
export function ErrorsLog({ filters }: { filters: LogFilters }) {
  const lang = currentLang();
  return (
    <LogList<ErrorGroup> spec={listErrors} filters={filters}>
      {(groups) => (
        <Table label={t('logs.tab.errors')}>
          <TableHead>
            <TableHeading>{t('logs.column.message')}</TableHeading>
            <TableHeading>{t('logs.column.times')}</TableHeading>
            <TableHeading>{t('logs.column.first')}</TableHeading>
            <TableHeading>{t('logs.column.last')}</TableHeading>
          </TableHead>
          <TableBody>
            {groups.map((group) => (
              <TableRow key={group.fingerprint}>
                <TableCell place="who" className="max-w-160 break-words">
                  <b dir="auto" className="block">
                    {group.message}
                  </b>
                  <LogDetails details={group.sample} />
                </TableCell>
                <TableCell place="meta">
                  <Badge>{t('logs.errors.times', { n: group.count })}</Badge>
                </TableCell>
                <TableCell place="desktop">{formatInstant(lang, group.firstAt)}</TableCell>
                <TableCell place="status">{formatInstant(lang, group.lastAt)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </LogList>
  );
}
