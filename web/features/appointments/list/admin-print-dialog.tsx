import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { calendarDay } from '#shared/contract/staff-appointments.ts';
import { formatLongDate } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { DaySheet } from '#web/features/appointments/day/day-sheet.tsx';
import { useHomeBranch } from '#web/features/appointments/new/home-branch.ts';
import { useLocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

interface PrintProps {
  today: string;
  /** Branch of the filters. */
  locationId: number | null;
  onClose(): void;
}

/** Prints a branch's day: choose branch and day, see the number of appointments, print. */
export function PrintDayDialog({ today, locationId, onClose }: PrintProps) {
  const lang = currentLang();
  const names = useLocationServiceNames();
  const [chosen, setChosen] = useState(locationId);
  const [date, setDate] = useState(today);
  const home = useHomeBranch();
  const branch = chosen ?? home.branch;
  const { data: day, isError } = useRead(
    calendarDay,
    { query: { date, locationId: String(branch ?? '') } },
    { enabled: branch !== null },
  );
  return (
    <>
      <Dialog
        open
        title={t('admin.print.title')}
        description={day && t('admin.today.count', { n: day.appointments.length })}
        closeLabel={t('common.action.close')}
        onClose={onClose}
        actions={
          <>
            <Button kind="gho" onClick={onClose}>
              {t('common.action.cancel')}
            </Button>
            <Button
              disabled={!day}
              icon={<Printer size={20} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t('admin.print.button')}
            </Button>
          </>
        }
      >
        <Field label={t('common.field.location')}>
          <Select value={branch ?? ''} onChange={({ target }) => setChosen(Number(target.value))}>
            <NamedOptions of={names.locations} />
          </Select>
        </Field>
        <Field label={t('common.field.date')}>
          <DateInput
            value={date}
            formatted={formatLongDate(lang, date)}
            placeholder={t('common.time.chooseDate')}
            calendarLabel={t('common.time.chooseDate')}
            today={today}
            onChange={setDate}
            format={createDayFormat()}
            labels={getMonthTurnLabels()}
          />
        </Field>
        {isError && <Notice kind="danger">{t('staff.appointments.loadFailed')}</Notice>}
      </Dialog>
      {day &&
        branch !== null &&
        createPortal(<DaySheet day={day} branch={branch} names={names} />, document.body)}
    </>
  );
}
