import { useState } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { listExceptions, putDuties, putExceptions, putSchedules } from '#shared/contract/schedules.ts';
import { change, useDoing } from '#web/api/changes.ts';
import { call, reasonOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { Duty } from './admin-duty-editor.tsx';
import { bodyOf, type ExceptionDraft, withDays } from './exceptions-draft.ts';
import { type Hits, type HoursPlan, hitsOf, useHits } from './hours-preview.tsx';
import { isSound, schedulesOf, type WeekDraft } from './week-draft.ts';

export const scheduleTabs = ['week', 'exceptions', 'duty'] as const;
export type ScheduleTab = (typeof scheduleTabs)[number];

export interface Drafts {
  readonly week: WeekDraft;
  readonly exceptions: readonly ExceptionDraft[];
  readonly duties: readonly Duty[];
}

interface Saving {
  location: Location;
  locations: readonly Location[];
  start: Drafts;
  tab: ScheduleTab;
  /** They are saved, and these visits are displaced by them; `offers`: what was chosen shall be offered. */
  onSaved(displaced: Hits, offers: boolean): void | Promise<void>;
  onClose(): void;
}

/** What the other branches are to take over, set beside what they have. */
async function plansElsewhere(
  rows: readonly ExceptionDraft[],
  elsewhere: readonly Location[],
): Promise<HoursPlan[]> {
  const shared = rows.filter(({ everywhere }) => everywhere);
  if (shared.length === 0) return [];
  return Promise.all(
    elsewhere.map(async ({ id }) => {
      const theirs = await call(listExceptions, { params: { id } });
      return { locationId: id, body: { exceptions: bodyOf(withDays(theirs, bodyOf(shared))) } };
    }),
  );
}

/**
 * The three drafts of a branch and how they are saved. Before hours are saved, whoever they would hit is
 * looked up and shown; a press that could not have seen that saves nothing yet.
 */
export function useScheduleSaving({ location, locations, start, tab, onSaved, onClose }: Saving) {
  const [first] = useState(start);
  const [drafts, setDrafts] = useState(start);
  const [asked, setAsked] = useState<string | null>(null);
  const [overlaps, setOverlaps] = useState(false);
  const dirty = [
    ...(drafts.week === first.week ? [] : ['week' as const]),
    ...(drafts.exceptions === first.exceptions ? [] : ['exceptions' as const]),
    ...(drafts.duties === first.duties ? [] : ['duty' as const]),
  ];
  const changesHours = dirty.includes('week') || dirty.includes('exceptions');
  const sound = isSound(drafts.week);
  const here: HoursPlan = {
    locationId: location.id,
    body: {
      ...(dirty.includes('week') ? { schedules: schedulesOf(drafts.week) } : {}),
      ...(dirty.includes('exceptions') ? { exceptions: bodyOf(drafts.exceptions) } : {}),
    },
  };
  const [everywhere, setEverywhere] = useState<HoursPlan[]>([]);
  const plans = [here, ...everywhere];
  const hits = useHits(plans, changesHours && sound);

  async function write(all: readonly HoursPlan[]) {
    const id = location.id;
    if (dirty.includes('week'))
      await change(putSchedules, { params: { id }, body: schedulesOf(drafts.week) }, { untilRead: true });
    if (dirty.includes('exceptions')) {
      await Promise.all(
        all.map(({ locationId, body }) =>
          change(
            putExceptions,
            { params: { id: locationId }, body: body?.exceptions ?? [] },
            { untilRead: true },
          ),
        ),
      );
    }
    if (dirty.includes('duty'))
      await change(putDuties, { params: { id }, body: [...drafts.duties] }, { untilRead: true });
  }

  const saving = useDoing(async (offers: boolean) => {
    const others = dirty.includes('exceptions')
      ? await plansElsewhere(
          drafts.exceptions,
          locations.filter(({ id }) => id !== location.id),
        )
      : [];
    const all = [here, ...others];
    setEverywhere(others);
    const question = JSON.stringify(all);
    const shown = others.length === 0 && (hits?.count ?? 0) > 0;
    if (changesHours && !shown && asked !== question && (await hitsOf(all)).count > 0)
      return setAsked(question);
    await write(all);
    const key = dirty.length === 1 && tab === 'duty' ? 'admin.duty.savedTitle' : 'admin.schedule.savedTitle';
    showToast({
      kind: 'success',
      title: t(key),
      ...(changesHours ? { description: t('admin.schedule.savedText') } : {}),
    });
    if (changesHours && hits) await onSaved(hits, offers);
    onClose();
  });
  function save(offers: boolean) {
    if (dirty.length === 0) return onClose();
    setOverlaps(!sound);
    if (sound) saving.mutate(offers);
  }
  const refused = saving.error && reasonOf(saving.error, t('error.unknown'));

  return {
    drafts,
    put: (change: Partial<Drafts>) => {
      setDrafts((before) => ({ ...before, ...change }));
      setAsked(null);
      setOverlaps(false);
      saving.reset();
      setEverywhere([]);
    },
    dirty,
    hits,
    failure: overlaps ? t('error.hoursOverlap') : refused,
    /** Which of the two presses is at work. */
    busy: saving.isPending ? (saving.variables ? 'offer' : 'save') : null,
    save,
  };
}
