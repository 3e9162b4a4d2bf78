import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import {
  channels,
  interactionTypes,
  type LogName,
  logNames,
  messageLogTypes,
  messageStates,
} from '#shared/contract/logs.ts';
import { isRealDate } from '#shared/domain/clinic-time.ts';

/** Filters of a log in the URL; an empty text means that the filter is not set. */
export interface LogFilters {
  readonly log: LogName;
  readonly q: string;
  readonly from: string;
  readonly to: string;
  readonly state: string;
  readonly channel: string;
  readonly type: string;
  readonly action: string;
  readonly subject: string;
  readonly actorId: string;
  readonly patientId: string;
}
export type LogFilterName = Exclude<keyof LogFilters, 'log'>;

/** Filters that each log supports. */
export const filtersByLog: Record<LogName, readonly LogFilterName[]> = {
  messages: ['q', 'state', 'channel', 'from', 'to'],
  client: ['q', 'type', 'from', 'to'],
  interactions: ['q', 'type', 'from', 'to'],
  errors: ['q'],
  audit: ['q', 'subject', 'action', 'from', 'to', 'actorId', 'patientId'],
};

/**
 * Validates filters from the URL: an invalid value is ignored, so that a wrong URL shows the unfiltered log
 * and not an error.
 */
const filterValidators: Partial<Record<LogFilterName, (text: string, log: LogName) => boolean>> = {
  from: isRealDate,
  to: isRealDate,
  state: (text) => (messageStates as readonly string[]).includes(text),
  channel: (text) => (channels as readonly string[]).includes(text),
  type: (text, log) =>
    ((log === 'client' ? messageLogTypes : interactionTypes) as readonly string[]).includes(text),
  actorId: (text) => /^[1-9]\d{0,8}$/.test(text),
  patientId: (text) => /^[1-9]\d{0,8}$/.test(text),
};

export function readLogFilters(params: URLSearchParams): LogFilters {
  const log = logNames.find((name) => name === params.get('log')) ?? logNames[0];
  const read = (name: LogFilterName) => {
    const text = params.get(name) ?? '';
    return filtersByLog[log].includes(name) && (filterValidators[name]?.(text, log) ?? true) ? text : '';
  };
  const names: readonly LogFilterName[] = [...new Set(Object.values(filtersByLog).flat())];
  return {
    log,
    ...(Object.fromEntries(names.map((name) => [name, read(name)])) as Record<LogFilterName, string>),
  };
}

/** Query of the server: the filters of this log that are set. */
export const buildLogQuery = (filters: LogFilters): Partial<Record<LogFilterName, string>> =>
  Object.fromEntries(
    filtersByLog[filters.log].filter((name) => filters[name] !== '').map((name) => [name, filters[name]]),
  );

export interface LogView {
  readonly filters: LogFilters;
  change(change: Partial<Record<LogFilterName, string>>): void;
  /** Shows another log without filters. */
  show(log: LogName): void;
}

/** The log and its filters, stored in the URL for Back, reload and links. */
export function useLogView(): LogView {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readLogFilters(params), [params]);
  const change = useCallback<LogView['change']>(
    (next) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value) after.set(name, value);
            else after.delete(name);
          }
          return after;
        },
        { replace: 'q' in next },
      ),
    [setParams],
  );
  const show = useCallback((log: LogName) => setParams(log === logNames[0] ? {} : { log }), [setParams]);
  return { filters, change, show };
}
