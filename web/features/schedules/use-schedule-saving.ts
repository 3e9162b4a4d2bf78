import { useState } from 'react';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { Location } from '#shared/contract/locations.ts';
import { getHours, putHours } from '#shared/contract/schedules.ts';
import { displacesAnybody } from '#shared/domain/displaced-state.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage, ifMatch, type Versioned } from '#web/api/client.ts';
import { readVersioned } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { Duty } from './admin-duty-editor.tsx';
import { type ExceptionDraft, toExceptionDrafts, toExceptionsBody } from './exceptions-draft.ts';
import {
  type DisplacedPreview,
  type HoursPlan,
  loadHoursPreview,
  useHoursPreview,
} from './hours-preview.tsx';
import { type ListMerge, mergeDuties, mergeExceptions, mergeWeek } from './merge-saved.ts';
import { isWeekValid, toSchedulesBody, toWeekDraft, type WeekDraft } from './week-draft.ts';

export const scheduleTabs = ['week', 'exceptions', 'duty'] as const;
export type ScheduleTab = (typeof scheduleTabs)[number];

export interface ScheduleDrafts {
  readonly week: WeekDraft;
  readonly exceptions: readonly ExceptionDraft[];
  readonly duties: readonly Duty[];
}

/** The three saved lists, with their version. */
export interface SavedHours extends ScheduleDrafts {
  readonly version: string;
}

export const toSavedHours = ({ value, version }: Versioned<Reply<typeof getHours>>): SavedHours => ({
  week: toWeekDraft(value.schedules),
  exceptions: toExceptionDrafts(value.exceptions),
  duties: value.duties,
  version,
});

/** Changes that another user saved in the meantime. */
export interface SavedByOthers {
  readonly weekdays: readonly number[];
  readonly exceptions: ListMerge<ExceptionDraft>;
  readonly duties: ListMerge<Duty>;
}

interface ScheduleSavingOptions {
  location: Location;
  start: SavedHours;
  tab: ScheduleTab;
  /** Called after saving with the appointments that were displaced. `offers`: send the chosen offers. */
  onSaved(displaced: DisplacedPreview, offers: boolean): void | Promise<void>;
  onClose(): void;
}

/** Merges after another user saved first: a list that was not edited here takes the saved rows. */
function mergeHours({
  start,
  mine,
  theirs,
}: {
  start: ScheduleDrafts;
  mine: ScheduleDrafts;
  theirs: ScheduleDrafts;
}) {
  const of = <List extends keyof ScheduleDrafts>(list: List) => ({
    start: start[list],
    mine: mine[list],
    theirs: theirs[list],
  });
  const week = mergeWeek(of('week'));
  const exceptions = mergeExceptions(of('exceptions'));
  const duties = mergeDuties(of('duties'));
  const others: SavedByOthers = { weekdays: week.changedByThem, exceptions, duties };
  const drafts: ScheduleDrafts = {
    week: mine.week === start.week ? theirs.week : week.week,
    exceptions: mine.exceptions === start.exceptions ? theirs.exceptions : exceptions.rows,
    duties: mine.duties === start.duties ? theirs.duties : duties.rows,
  };
  return { drafts, others };
}

/**
 * The three drafts of a branch, and saving them. Displaced appointments are looked up and shown before
 * saving; a press that came before they were shown saves nothing.
 */
export function useScheduleSaving({ location, start, tab, onSaved, onClose }: ScheduleSavingOptions) {
  const [first, setFirst] = useState(start);
  const [drafts, setDrafts] = useState<ScheduleDrafts>(start);
  const [others, setOthers] = useState<SavedByOthers | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [overlaps, setOverlaps] = useState(false);
  const dirty = [
    ...(drafts.week === first.week ? [] : ['week' as const]),
    ...(drafts.exceptions === first.exceptions ? [] : ['exceptions' as const]),
    ...(drafts.duties === first.duties ? [] : ['duty' as const]),
  ];
  const changes = dirty.length > 0;
  const sound = isWeekValid(drafts.week);
  const everywhere = drafts.exceptions.filter((row) => row.everywhere);
  const plan: HoursPlan = {
    locationId: location.id,
    body: {
      ...(dirty.includes('week') ? { schedules: toSchedulesBody(drafts.week) } : {}),
      ...(dirty.includes('exceptions') ? { exceptions: toExceptionsBody(drafts.exceptions) } : {}),
      ...(dirty.includes('duty') ? { duties: [...drafts.duties] } : {}),
      ...(everywhere.length > 0 ? { everywhere: toExceptionsBody(everywhere) } : {}),
    },
  };
  const hits = useHoursPreview(plan, changes && sound);

  /** Continues the edit based on what another user saved. Nothing edited here is lost. */
  async function continueFromSaved() {
    const saved = toSavedHours(await readVersioned(getHours, { params: { id: location.id } }));
    const merged = mergeHours({ start: first, mine: drafts, theirs: saved });
    setOthers(merged.others);
    setDrafts(merged.drafts);
    setFirst(saved);
  }

  const saving = useMultiStepChange(async (offers: boolean) => {
    const question = JSON.stringify(plan);
    const shown = hits !== undefined && displacesAnybody(hits);
    if (!shown && asked !== question && displacesAnybody(await loadHoursPreview(plan)))
      return setAsked(question);
    try {
      const { locationId, body } = plan;
      const input = { params: { id: locationId }, body, ...ifMatch(first.version) };
      await sendChange(putHours, input, { untilRead: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
      return continueFromSaved();
    }
    const key = dirty.length === 1 && tab === 'duty' ? 'admin.duty.savedTitle' : 'admin.schedule.savedTitle';
    showToast({
      kind: 'success',
      title: t(key),
      ...(dirty.some((list) => list !== 'duty') ? { description: t('admin.schedule.savedText') } : {}),
    });
    if (hits) await onSaved(hits, offers);
    onClose();
  });
  function save(offers: boolean) {
    if (dirty.length === 0) return onClose();
    setOverlaps(!sound);
    if (sound) saving.mutate(offers);
  }
  const refused = saving.error && getErrorMessage(saving.error, t('error.unknown'));

  return {
    drafts,
    put: (change: Partial<ScheduleDrafts>) => {
      setDrafts((before) => ({ ...before, ...change }));
      setAsked(null);
      setOverlaps(false);
      saving.reset();
      setOthers(null);
    },
    dirty,
    hits,
    others,
    failure: overlaps ? t('error.hoursOverlap') : refused,
    /** The button whose action is running. */
    busy: saving.isPending ? (saving.variables ? 'offer' : 'save') : null,
    save,
  };
}
