import { ChevronUp } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { defaultListFilters, hasActiveFilters, type ListFilters } from './list-filters.ts';
import type { ChangeFilters } from './use-list-filters.ts';

/** Button above a list that starts with today: shows the earlier days. */
export function EarlierDays({ onShow, className }: { onShow(): void; className?: string }) {
  return (
    <Button
      kind="gho"
      size="sm"
      icon={<ChevronUp size={18} strokeWidth={1.7} aria-hidden="true" />}
      className={className}
      onClick={onShow}
    >
      {t('staff.appointments.earlier')}
    </Button>
  );
}

/** Actions for an empty list: all dates, future appointments, or no filters. */
export function EmptyListActions({ filters, onChange }: { filters: ListFilters; onChange: ChangeFilters }) {
  const { period } = filters;
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {period !== 'all' && period !== 'coming' && (
        <Button kind="sec" size="sm" onClick={() => onChange({ period: 'coming' })}>
          {t('staff.filter.coming')}
        </Button>
      )}
      {period !== 'all' && (
        <Button kind="sec" size="sm" onClick={() => onChange({ period: 'all' })}>
          {t('staff.filter.allDates')}
        </Button>
      )}
      {hasActiveFilters(filters) && (
        <Button kind="gho" size="sm" onClick={() => onChange(defaultListFilters)}>
          {t('staff.filter.clear')}
        </Button>
      )}
    </div>
  );
}
