import type { Location } from '#shared/contract/locations.ts';
import { t } from '#web/i18n.ts';
import { DayBox } from '#web/ui/day-box.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { type InsightsFilter, weekChoices } from './insights-period.ts';

interface InsightsFiltersProps {
  filter: InsightsFilter;
  locations: readonly Location[] | undefined;
  problem: string | undefined;
  today: string;
  onChange(change: Partial<InsightsFilter>): void;
}

export function InsightsFilters({ filter, locations, problem, today, onChange }: InsightsFiltersProps) {
  const choose = (value: string) =>
    onChange({ weeks: weekChoices.find((weeks) => String(weeks) === value) ?? 'custom' });
  return (
    <search
      aria-label={t('admin.insights.filters')}
      className="grid grid-cols-2 items-start gap-2 lg:grid-cols-4"
    >
      <Field label={t('admin.insights.period')}>
        <Select dense value={String(filter.weeks)} onChange={({ target }) => choose(target.value)}>
          {weekChoices.map((weeks) => (
            <option key={weeks} value={weeks}>
              {t('admin.insights.lastWeeks', { n: weeks })}
            </option>
          ))}
          <option value="custom">{t('admin.insights.custom')}</option>
        </Select>
      </Field>
      <Field label={t('admin.insights.location')}>
        <Select
          dense
          value={filter.locationId ?? ''}
          onChange={({ target }) => onChange({ locationId: target.value ? Number(target.value) : null })}
        >
          <option value="">{t('admin.insights.allLocations')}</option>
          <NamedOptions of={locations} />
        </Select>
      </Field>
      {filter.weeks === 'custom' && (
        <>
          <Field label={t('admin.insights.from')}>
            <DayBox
              value={filter.from}
              today={today}
              max={filter.to}
              label={t('admin.insights.from')}
              onChange={(from) => onChange({ from })}
            />
          </Field>
          <Field label={t('admin.insights.to')} error={problem}>
            <DayBox
              value={filter.to}
              today={today}
              min={filter.from}
              label={t('admin.insights.to')}
              onChange={(to) => onChange({ to })}
            />
          </Field>
        </>
      )}
    </search>
  );
}
