import { useState } from 'react';
import type { Reply } from '#shared/contract/endpoint.ts';
import type { Location } from '#shared/contract/locations.ts';
import {
  listDuties,
  listExceptions,
  listSchedules,
  putDuties,
  putExceptions,
  putSchedules,
} from '#shared/contract/schedules.ts';
import { displacesAnybody } from '#shared/domain/displaced-state.ts';
import { change, useDoing } from '#web/api/changes.ts';
import { ApiError, ifMatch, reasonOf, type Versioned } from '#web/api/client.ts';
import { readVersioned } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { Duty } from './admin-duty-editor.tsx';
import { bodyOf, draftsOf, type ExceptionDraft, withDays } from './exceptions-draft.ts';
import { type Hits, type HoursPlan, hitsOf, useHits } from './hours-preview.tsx';
import { type ListMerge, mergeDuties, mergeExceptions, mergeWeek } from './merge-saved.ts';
import { draftOf, isSound, schedulesOf, type WeekDraft } from './week-draft.ts';

export const scheduleTabs = ['week', 'exceptions', 'duty'] as const;
export type ScheduleTab = (typeof scheduleTabs)[number];

export interface Drafts {
  readonly week: WeekDraft;
  readonly exceptions: readonly ExceptionDraft[];
  readonly duties: readonly Duty[];
}

/** The three saved lists, with the version of each. */
export interface SavedHours extends Drafts {
  readonly versions: { readonly [list in ScheduleTab]: string };
}

type ReadLists = readonly [
  Versioned<Reply<typeof listSchedules>>,
  Versioned<Reply<typeof listExceptions>>,
  Versioned<Reply<typeof listDuties>>,
];

export const savedHoursOf = ([week, exceptions, duties]: ReadLists): SavedHours => ({
  week: draftOf(week.value),
  exceptions: draftsOf(exceptions.value),
  duties: duties.value,
  versions: { week: week.version, exceptions: exceptions.version, duty: duties.version },
});

async function readSavedHours(id: number): Promise<SavedHours> {
  const input = { params: { id } };
  return savedHoursOf([
    await readVersioned(listSchedules, input),
    await readVersioned(listExceptions, input),
    await readVersioned(listDuties, input),
  ]);
}

/** Changes that another user saved in the meantime. */
export interface SavedByOthers {
  readonly weekdays: readonly number[];
  readonly exceptions: ListMerge<ExceptionDraft>;
  readonly duties: ListMerge<Duty>;
}

interface Saving {
  location: Location;
  locations: readonly Location[];
  start: SavedHours;
  /** What is edited already when the form opens. */
  edited?: Partial<Drafts> | undefined;
  tab: ScheduleTab;
  /** Called after saving with the appointments that were displaced. `offers`: send the chosen offers. */
  onSaved(displaced: Hits, offers: boolean): void | Promise<void>;
  onClose(): void;
}

/** Merges after another user saved first: a list that was not edited here takes the saved rows. */
function mergeHours({ start, mine, theirs }: { start: Drafts; mine: Drafts; theirs: Drafts }) {
  const of = <List extends keyof Drafts>(list: List) => ({
    start: start[list],
    mine: mine[list],
    theirs: theirs[list],
  });
  const week = mergeWeek(of('week'));
  const exceptions = mergeExceptions(of('exceptions'));
  const duties = mergeDuties(of('duties'));
  const others: SavedByOthers = { weekdays: week.changedByThem, exceptions, duties };
  const drafts: Drafts = {
    week: mine.week === start.week ? theirs.week : week.week,
    exceptions: mine.exceptions === start.exceptions ? theirs.exceptions : exceptions.rows,
    duties: mine.duties === start.duties ? theirs.duties : duties.rows,
  };
  return { drafts, others };
}

/** Appointments of an earlier preview that the rest of the edit would not displace; undefined if none. */
function withoutRest(earlier: Hits | undefined, rest: Hits | undefined): Hits | undefined {
  const ids = new Set(rest?.visits.map(({ visit }) => visit.id));
  const visits = earlier?.visits.filter(({ visit }) => !ids.has(visit.id)) ?? [];
  return visits.length > 0 ? { count: visits.length, visits } : undefined;
}

/** New exceptions of the other branches: their saved ones with the rows marked `everywhere`. */
async function plansElsewhere(
  rows: readonly ExceptionDraft[],
  elsewhere: readonly Location[],
): Promise<HoursPlan[]> {
  const shared = rows.filter(({ everywhere }) => everywhere);
  if (shared.length === 0) return [];
  return Promise.all(
    elsewhere.map(async ({ id }) => {
      const { value, version } = await readVersioned(listExceptions, { params: { id } });
      return { locationId: id, version, body: { exceptions: bodyOf(withDays(value, bodyOf(shared))) } };
    }),
  );
}

/**
 * The three drafts of a branch, and saving them. Displaced appointments are looked up and shown before
 * saving; a press that came before they were shown saves nothing.
 */
export function useScheduleSaving({ location, locations, start, edited, tab, onSaved, onClose }: Saving) {
  const [first, setFirst] = useState(start);
  const [drafts, setDrafts] = useState<Drafts>({ ...start, ...edited });
  const [others, setOthers] = useState<SavedByOthers | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [overlaps, setOverlaps] = useState(false);
  const dirty = [
    ...(drafts.week === first.week ? [] : ['week' as const]),
    ...(drafts.exceptions === first.exceptions ? [] : ['exceptions' as const]),
    ...(drafts.duties === first.duties ? [] : ['duty' as const]),
  ];
  const changes = dirty.length > 0;
  const sound = isSound(drafts.week);
  const here: HoursPlan = {
    locationId: location.id,
    version: first.versions.exceptions,
    body: {
      ...(dirty.includes('week') ? { schedules: schedulesOf(drafts.week) } : {}),
      ...(dirty.includes('exceptions') ? { exceptions: bodyOf(drafts.exceptions) } : {}),
      ...(dirty.includes('duty') ? { duties: [...drafts.duties] } : {}),
    },
  };
  const [everywhere, setEverywhere] = useState<HoursPlan[]>([]);
  const plans = [here, ...everywhere];
  const hits = useHits(plans, changes && sound);
  /** The preview of an edit of which only a part could be saved. */
  const [earlier, setEarlier] = useState<Hits>();
  const displaced = withoutRest(earlier, hits);
  const allHits =
    displaced && hits
      ? {
          ...hits,
          count: displaced.count + hits.count,
          visits: [...displaced.visits, ...hits.visits],
        }
      : (hits ?? displaced);

  /** Saves one list after another. `onPart` is called after each. */
  async function write(all: readonly HoursPlan[], onPart: () => void) {
    const id = location.id;
    if (dirty.includes('week')) {
      await change(
        putSchedules,
        { params: { id }, body: schedulesOf(drafts.week), ...ifMatch(first.versions.week) },
        { untilRead: true },
      );
      onPart();
    }
    if (dirty.includes('exceptions')) {
      const saved = await Promise.allSettled(
        all.map(({ locationId, body, version }) =>
          change(
            putExceptions,
            { params: { id: locationId }, body: body?.exceptions ?? [], ...ifMatch(version) },
            { untilRead: true },
          ).then(onPart),
        ),
      );
      for (const one of saved) if (one.status === 'rejected') throw one.reason;
    }
    if (dirty.includes('duty'))
      await change(
        putDuties,
        { params: { id }, body: [...drafts.duties], ...ifMatch(first.versions.duty) },
        { untilRead: true },
      );
  }

  /** Continues the edit based on what another user saved. Nothing edited here is lost. */
  async function continueFromSaved() {
    const saved = await readSavedHours(location.id);
    const merged = mergeHours({ start: first, mine: drafts, theirs: saved });
    setOthers(merged.others);
    setDrafts(merged.drafts);
    setFirst(saved);
  }

  const saving = useDoing(async (offers: boolean) => {
    const elsewhere = dirty.includes('exceptions')
      ? await plansElsewhere(
          drafts.exceptions,
          locations.filter(({ id }) => id !== location.id),
        )
      : [];
    const all = [here, ...elsewhere];
    setEverywhere(elsewhere);
    const question = JSON.stringify(all);
    const shown = elsewhere.length === 0 && hits !== undefined && displacesAnybody(hits);
    if (!shown && asked !== question && displacesAnybody(await hitsOf(all))) return setAsked(question);
    let isPartSaved = false;
    try {
      await write(all, () => {
        isPartSaved = true;
      });
    } catch (error) {
      if (isPartSaved) setEarlier(allHits);
      if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
      return continueFromSaved();
    }
    const key = dirty.length === 1 && tab === 'duty' ? 'admin.duty.savedTitle' : 'admin.schedule.savedTitle';
    showToast({
      kind: 'success',
      title: t(key),
      ...(dirty.some((list) => list !== 'duty') ? { description: t('admin.schedule.savedText') } : {}),
    });
    if (allHits) await onSaved(allHits, offers);
    onClose();
  });
  function save(offers: boolean) {
    if (dirty.length === 0 && !displaced) return onClose();
    setOverlaps(!sound);
    if (sound) saving.mutate(offers);
  }
  const refused = saving.error && reasonOf(saving.error, t('error.unknown'));

  return {
    first,
    drafts,
    put: (change: Partial<Drafts>) => {
      setDrafts((before) => ({ ...before, ...change }));
      setAsked(null);
      setOverlaps(false);
      saving.reset();
      setOthers(null);
      setEverywhere([]);
    },
    dirty,
    hits: allHits,
    /** Displaced by the part that is saved; their patients are not informed yet. */
    displaced,
    others,
    failure: overlaps ? t('error.hoursOverlap') : refused,
    /** The button whose action is running. */
    busy: saving.isPending ? (saving.variables ? 'offer' : 'save') : null,
    save,
  };
}
