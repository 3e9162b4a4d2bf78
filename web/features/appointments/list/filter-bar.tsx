import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { type AppointmentStatus, allStatuses } from '#shared/domain/visits/appointment-status.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatVisitStatus } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { DebouncedSearchInput } from '#web/ui/form/debounced-search-input.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import { useHeightProperty } from '#web/ui/frame/use-height-property.ts';
import {
  defaultListFilters,
  filterDateRange,
  getEffectivePeriod,
  type ListFilters,
  type PeriodChoice,
  periodChoices,
} from './list-filters.ts';
import { SavedFilters } from './saved-filters.tsx';
import type { ChangeFilters } from './use-list-filters.ts';

const periodTexts = {
  all: 'staff.filter.allDates',
  coming: 'staff.filter.coming',
  today: 'staff.filter.today',
  week: 'staff.filter.thisWeek',
  month: 'staff.filter.thisMonth',
  custom: 'staff.filter.custom',
} as const;

/** A search covers all dates, or a custom range. */
const searchPeriods = ['all', 'custom'] as const;

interface FilterBarProps {
  filters: ListFilters;
  onChange: ChangeFilters;
  locations: readonly Location[] | undefined;
  today: string;
  /** Placeholder of the search, if it covers more than a doctor's list. */
  searchHint?: string;
}

/** Search, status, branch and period of a list of appointments. */
export function FilterBar({
  filters,
  onChange,
  locations,
  today,
  searchHint = t('staff.filter.search'),
}: FilterBarProps) {
  const saysAll = useId();
  const row = useHeightProperty<HTMLDivElement>('--list-head');
  const searching = filters.q.trim() !== '';
  // On a phone the filters are collapsed, unless some are set.
  const [isOpen, setOpen] = useState(
    filters.status !== null || filters.locationId !== null || filters.period !== defaultListFilters.period,
  );
  const folded = isOpen ? undefined : 'max-lg:hidden';
  const choosePeriod = (period: PeriodChoice) =>
    onChange({ period, ...(period === 'custom' ? filterDateRange(filters, today) : {}) });
  return (
    <search aria-label={t('staff.filter.label')} className="contents">
      <div
        ref={row}
        className="list-head grid grid-cols-2 gap-2 lg:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 max-lg:col-span-2 lg:grid-cols-1">
          <DebouncedSearchInput
            dense
            isFilter
            label={t('staff.filter.searchLabel')}
            clearLabel={t('common.action.clearSearch')}
            placeholder={searchHint}
            shortPlaceholder={t('staff.filter.searchShort')}
            value={filters.q}
            onChange={(q) => onChange({ q }, { replace: filters.q !== '' && q !== '' })}
          />
          <Button
            kind="out"
            size="sm"
            aria-expanded={isOpen}
            icon={<SlidersHorizontal size={18} strokeWidth={1.7} aria-hidden="true" />}
            className="lg:hidden"
            onClick={() => setOpen(!isOpen)}
          >
            {t('staff.filter.show')}
          </Button>
        </div>
        <div className={folded}>
          <Select
            dense
            aria-label={t('staff.filter.status')}
            value={filters.status ?? ''}
            onChange={({ target }) =>
              onChange({ status: (target.value || null) as AppointmentStatus | null })
            }
          >
            <option value="">{t('staff.filter.allStatuses')}</option>
            {allStatuses.map((status) => (
              <option key={status} value={status}>
                {formatVisitStatus(status)}
              </option>
            ))}
          </Select>
        </div>
        <div className={folded}>
          <Select
            dense
            aria-label={t('staff.filter.location')}
            value={filters.locationId ?? ''}
            onChange={({ target }) => onChange({ locationId: Number(target.value) || null })}
          >
            <option value="">{t('staff.filter.allLocations')}</option>
            <NamedOptions of={locations} />
          </Select>
        </div>
        <div className={cx('max-lg:col-span-2', folded)}>
          <Select
            dense
            aria-label={t('staff.filter.period')}
            value={getEffectivePeriod(filters)}
            aria-describedby={searching ? saysAll : undefined}
            onChange={({ target }) => choosePeriod(target.value as PeriodChoice)}
          >
            {(searching ? searchPeriods : periodChoices).map((period) => (
              <option key={period} value={period}>
                {t(periodTexts[period])}
              </option>
            ))}
          </Select>
        </div>
        <p id={saysAll} role="status" className="col-span-full text-small text-ink-2 empty:hidden">
          {searching && filters.period !== 'custom' && t('staff.filter.allPeriods')}
        </p>
      </div>
      <div className="-mt-2 grid gap-2 empty:hidden">
        {filters.reach && (
          <Checkbox
            label={t(filters.reach === 'call' ? 'staff.filter.calls' : 'staff.filter.unreachable')}
            checked
            onChange={() => onChange({ reach: null })}
          />
        )}
        {filters.like && (
          <Checkbox
            label={t('staff.filter.like', { id: filters.like })}
            checked
            onChange={() => onChange({ like: null })}
          />
        )}
        {filters.serviceId && (
          <ServiceFilter id={filters.serviceId} onRemove={() => onChange({ serviceId: null })} />
        )}
        {filters.period === 'custom' && <CustomRange filters={filters} onChange={onChange} today={today} />}
        <SavedFilters filters={filters} onChange={onChange} />
      </div>
    </search>
  );
}

function ServiceFilter({ id, onRemove }: { id: number; onRemove(): void }) {
  const service = useRead(listServices).data?.find((one) => one.id === id);
  const name = service ? pickLanguage(service.name, service.nameAr) : '';
  return <Checkbox label={t('staff.filter.service', { name })} checked onChange={onRemove} />;
}

function CustomRange({ filters, onChange, today }: Pick<FilterBarProps, 'filters' | 'onChange' | 'today'>) {
  return (
    <div className="grid grid-cols-2 gap-2 lg:ms-auto lg:w-[min(100%,480px)]">
      {(['from', 'to'] as const).map((end) => {
        const day = filters[end];
        return (
          <Field key={end} label={t(`staff.filter.${end}`)} className={cx(end === 'to' && 'min-w-0')}>
            <DateInput
              dense
              value={day}
              formatted={day ? formatDate(currentLang(), day) : undefined}
              placeholder={t('common.time.chooseDate')}
              calendarLabel={t(`staff.filter.${end}`)}
              today={today}
              min={end === 'to' ? (filters.from ?? undefined) : undefined}
              onChange={(chosen) =>
                onChange({
                  [end]: chosen,
                  ...(end === 'from' && filters.to && chosen > filters.to ? { to: chosen } : {}),
                })
              }
              format={createDayFormat()}
              labels={getMonthTurnLabels()}
            />
          </Field>
        );
      })}
    </div>
  );
}
