import {
  channels,
  interactionTypes,
  type LogName,
  messageLogTypes,
  messageStates,
} from '#shared/contract/logs.ts';
import { type AuditActionGroup, auditActionGroups, auditSubjects } from '#shared/domain/audit.ts';
import { type MessageKey, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { DayBox, type DayBoxProps } from '#web/ui/day-box.tsx';
import { DebouncedSearchInput } from '#web/ui/form/debounced-search-input.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { buildLogQuery, filtersByLog, type LogFilterName, type LogView } from './log-filters.ts';

const searchLabelKeys = {
  messages: 'logs.search.messages',
  client: 'logs.search.client',
  interactions: 'logs.search.client',
  errors: 'logs.search.errors',
  audit: 'logs.search.audit',
} as const;

/** Interaction types that browsers log: without `table_sort`, because no table can be sorted yet. */
const loggedInteractionTypes = interactionTypes.filter((type) => type !== 'table_sort');

/** Filters of the log shown. */
export function LogFilterBar({ view, today }: { view: LogView; today: string }) {
  const { filters, change } = view;
  const { log } = filters;
  const has = (name: LogFilterName) => filtersByLog[log].includes(name);
  const choice = (name: LogFilterName) => ({
    value: filters[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <search
      aria-label={t('logs.filter.search')}
      className="grid grid-cols-2 items-end gap-2 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]"
    >
      <div className="max-lg:col-span-2">
        <DebouncedSearchInput
          dense
          isFilter
          label={t(searchLabelKeys[log])}
          placeholder={t(searchLabelKeys[log])}
          clearLabel={t('common.action.clearSearch')}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
      </div>
      {has('state') && (
        <Choice
          {...choice('state')}
          label="logs.filter.state"
          all="logs.filter.allStates"
          options={messageStates}
          word={(one) => `logs.state.${one}`}
        />
      )}
      {has('channel') && (
        <Choice
          {...choice('channel')}
          label="logs.filter.channel"
          all="logs.filter.allChannels"
          options={channels}
          word={(one) => `common.notifications.channel.${one}`}
        />
      )}
      {has('type') && <TypeChoice log={log} {...choice('type')} />}
      {has('subject') && (
        <Choice
          {...choice('subject')}
          label="logs.filter.subject"
          all="logs.filter.allSubjects"
          options={auditSubjects}
          word={(one) => `logs.subject.${one}`}
        />
      )}
      {has('action') && <ActionChoice {...choice('action')} />}
      {has('from') && (
        <Day {...choice('from')} today={today} label={t('logs.filter.from')} max={filters.to} />
      )}
      {has('to') && <Day {...choice('to')} today={today} label={t('logs.filter.to')} min={filters.from} />}
      {Object.keys(buildLogQuery(filters)).length > 0 && (
        <Button
          kind="gho"
          size="sm"
          className="justify-self-start"
          onClick={() => change(Object.fromEntries(filtersByLog[log].map((name) => [name, ''])))}
        >
          {t('logs.filter.clear')}
        </Button>
      )}
    </search>
  );
}

function TypeChoice({ log, ...choice }: { log: LogName; value: string; onChange(value: string): void }) {
  const words = { label: 'logs.filter.type', all: 'logs.filter.allTypes' } as const;
  return (
    <div className="max-lg:col-span-2 lg:col-span-2">
      {log === 'client' ? (
        <Choice {...choice} {...words} options={messageLogTypes} word={(one) => `logs.type.${one}`} />
      ) : (
        <Choice
          {...choice}
          {...words}
          options={loggedInteractionTypes}
          word={(one) => `logs.interaction.${one}`}
        />
      )}
    </div>
  );
}

interface ChoiceProps<Option extends string> {
  label: MessageKey;
  all: MessageKey;
  options: readonly Option[];
  word(option: Option): MessageKey;
  value: string;
  onChange(value: string): void;
}

function Choice<Option extends string>({ label, all, options, word, value, onChange }: ChoiceProps<Option>) {
  return (
    <Select dense aria-label={t(label)} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t(all)}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {t(word(option))}
        </option>
      ))}
    </Select>
  );
}

/** Actions, grouped as in the audit log. */
function ActionChoice({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <Select
      dense
      aria-label={t('logs.filter.action')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('logs.filter.allActions')}</option>
      {(Object.keys(auditActionGroups) as AuditActionGroup[]).map((group) => (
        <optgroup key={group} label={t(`logs.group.${group}`)}>
          {auditActionGroups[group].map((action) => (
            <option key={action} value={action}>
              {t(`logs.action.${action}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

function Day(props: DayBoxProps) {
  return (
    <Field label={props.label}>
      <DayBox {...props} />
    </Field>
  );
}
