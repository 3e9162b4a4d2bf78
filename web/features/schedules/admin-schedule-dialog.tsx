import { type ReactNode, useId, useState } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { getHours } from '#shared/contract/schedules.ts';
import { getSettings } from '#shared/contract/settings.ts';
import { listStaff } from '#shared/contract/staff.ts';
import { displacesAnybody } from '#shared/domain/displaced-state.ts';
import { slotMinutes } from '#shared/domain/visits/slots.ts';
import { useRead, useVersionedRead } from '#web/api/hooks.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LeaveDialog } from '#web/ui/overlay/leave-dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { DutyEditor } from './admin-duty-editor.tsx';
import type { DateFormat } from './admin-exception-form.tsx';
import { ExceptionsEditor } from './admin-exceptions-editor.tsx';
import { WeekEditor } from './admin-week-editor.tsx';
import type { DisplacedPreview } from './hours-preview.tsx';
import { SavedByOthersNotice } from './saved-by-others-notice.tsx';
import {
  type SavedHours,
  type ScheduleDrafts,
  type ScheduleTab,
  scheduleTabs,
  toSavedHours,
  useScheduleSaving,
} from './use-schedule-saving.ts';

export interface ScheduleDialogProps {
  location: Location;
  today: string;
  dates: DateFormat;
  /** The appointments that the edited hours would displace. */
  displacedList(hits: DisplacedPreview): ReactNode;
  /** Called after saving with the appointments that were displaced. `offers`: send the chosen offers. */
  onSaved(displaced: DisplacedPreview, offers: boolean): void | Promise<void>;
  onClose(): void;
}

/** Consultation hours of a branch: the week, exceptions, and doctors on duty. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  // The loading dialog is replaced by the editor; both return the focus to the button that was pressed.
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  const hours = useVersionedRead(getHours, { params: { id: props.location.id } });
  const settings = useRead(getSettings);
  const staff = useRead(listStaff);
  const failed = [hours, settings, staff].some(({ isError }) => isError);
  const frame = {
    title: t('admin.schedule.title', {
      location: pickLanguage(props.location.name, props.location.nameAr),
    }),
    closeLabel: t('common.action.close'),
    size: 'md',
    returnTo: () => opener,
    onClose: props.onClose,
  } as const;
  if (hours.data && settings.data && staff.data) {
    const start = toSavedHours(hours.data);
    return <Editor {...props} {...frame} start={start} settings={settings.data} people={staff.data} />;
  }
  return (
    <Dialog open {...frame}>
      {failed ? (
        <Notice kind="danger">{t('common.state.loadFailed')}</Notice>
      ) : (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-3">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
            <Skeleton key={row} className="h-11 w-full" />
          ))}
        </LoadingRegion>
      )}
    </Dialog>
  );
}

interface EditorProps extends ScheduleDialogProps {
  title: string;
  closeLabel: string;
  size: 'md';
  returnTo(): HTMLElement | null;
  start: SavedHours;
  settings: { consultationStart: string };
  people: Parameters<typeof DutyEditor>[0]['people'];
}

function Editor({
  location,
  today,
  dates,
  displacedList,
  onSaved,
  onClose,
  title,
  closeLabel,
  size,
  returnTo,
  start,
  settings,
  people,
}: EditorProps) {
  const [tab, setTab] = useState<ScheduleTab>('week');
  const [leaving, setLeaving] = useState(false);
  const { drafts, put, dirty, hits, others, failure, busy, save } = useScheduleSaving({
    location,
    start,
    tab,
    onSaved,
    onClose,
  });
  const leave = () => (dirty.length > 0 ? setLeaving(true) : onClose());
  const hitCount = hits?.count ?? 0;
  const hit = hitCount > 0;
  return (
    <>
      <Dialog
        open
        title={title}
        description={`${t('admin.schedule.text')} ${t('admin.schedule.slotText', { n: slotMinutes })}`}
        closeLabel={closeLabel}
        size={size}
        returnTo={returnTo}
        onClose={leave}
        actions={
          <>
            <Button kind="gho" className={hit ? 'max-sm:hidden' : ''} onClick={leave}>
              {t('common.action.cancel')}
            </Button>
            <Button
              kind={hit ? 'out' : 'pri'}
              busy={busy === 'save'}
              busyLabel={t('admin.schedule.saving')}
              disabled={busy === 'offer'}
              onClick={() => save(false)}
            >
              {hit ? t('plans.save.quietly') : t('admin.schedule.save')}
            </Button>
            {hit && (
              <Button
                busy={busy === 'offer'}
                busyLabel={t('admin.schedule.saving')}
                disabled={busy === 'save'}
                onClick={() => save(true)}
              >
                {t('plans.save.offer')}
              </Button>
            )}
          </>
        }
      >
        <HoursLists
          {...{ title, tab, drafts, today, dates, people }}
          consultationStart={settings.consultationStart}
          locationId={location.id}
          onTab={setTab}
          onChange={put}
        />
        {hit && (
          <Notice
            kind="warn"
            live
            title={t(tab === 'week' ? 'admin.schedule.affected' : 'admin.exceptions.hits', { n: hitCount })}
          >
            {t('admin.exceptions.hitsHint')}
          </Notice>
        )}
        {hits && displacesAnybody(hits) && displacedList(hits)}
        {others && <SavedByOthersNotice others={others} people={people} />}
        {failure && (
          <Notice kind="danger" live title={t('admin.schedule.saveFailed')}>
            {failure}
          </Notice>
        )}
      </Dialog>
      <LeaveDialog open={leaving} onStay={() => setLeaving(false)} onLeave={onClose} />
    </>
  );
}

interface HoursListsProps {
  title: string;
  tab: ScheduleTab;
  drafts: ScheduleDrafts;
  today: string;
  dates: DateFormat;
  people: EditorProps['people'];
  consultationStart: string;
  locationId: number;
  onTab(tab: ScheduleTab): void;
  onChange(change: Partial<ScheduleDrafts>): void;
}

/** The three lists of a branch's hours, one of which is shown. */
function HoursLists(props: HoursListsProps) {
  const { title, tab, drafts, today, dates, people, consultationStart, locationId, onTab, onChange } = props;
  const idBase = useId();
  return (
    <>
      <Segmented
        label={title}
        idBase={idBase}
        value={tab}
        onChange={(value) => onTab(value as ScheduleTab)}
        tabs={scheduleTabs.map((value) => ({ value, label: t(`admin.schedule.tab.${value}`) }))}
      />
      <TabPanel idBase={idBase} value={tab} className="grid gap-4">
        {tab === 'week' && (
          <WeekEditor
            week={drafts.week}
            consultationStart={consultationStart}
            onChange={(week) => onChange({ week })}
          />
        )}
        {tab === 'exceptions' && (
          <ExceptionsEditor
            rows={drafts.exceptions}
            today={today}
            dates={dates}
            onChange={(exceptions) => onChange({ exceptions })}
          />
        )}
        {tab === 'duty' && (
          <DutyEditor
            duties={drafts.duties}
            people={people}
            locationId={locationId}
            onChange={(duties) => onChange({ duties })}
          />
        )}
      </TabPanel>
    </>
  );
}
