import { useNames } from '#web/features/appointments/visit/appointment-names.ts';
import { inLang, t } from '#web/i18n.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { CalendarDay } from './calendar-day.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { type CalendarViewProps, type Place, usePlace } from './calendar-place.ts';

/** The month of all branches or of one, and a branch's day by the hour. */
export function CalendarView(props: CalendarViewProps) {
  const names = useNames();
  const [place, go] = usePlace(props.clock.date);
  const View = place.view === 'day' ? CalendarDay : CalendarMonth;
  return (
    <section aria-label={t('staff.calendar.title')} className="grid gap-4">
      <h2 className="sr-only">{t('staff.calendar.title')}</h2>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          idBase="calendar"
          label={t('staff.calendar.title')}
          value={place.view}
          onChange={(view) =>
            go({
              view: view as Place['view'],
              ...(view === 'day' && !place.day ? { day: props.clock.date } : {}),
            })
          }
          tabs={[
            { value: 'month', label: t('staff.calendar.month') },
            { value: 'day', label: t('staff.calendar.day') },
          ]}
        />
        <div className="ms-auto w-60 max-sm:w-full">
          <Select
            dense
            aria-label={t('staff.filter.location')}
            value={place.branch ?? ''}
            onChange={({ target }) => go({ branch: Number(target.value) || null })}
          >
            <option value="">{t('staff.filter.allLocations')}</option>
            {names.locations?.map(({ id, name, nameAr }) => (
              <option key={id} value={id}>
                {inLang(name, nameAr)}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <div
        role="tabpanel"
        id={`calendar-panel-${place.view}`}
        aria-labelledby={`calendar-tab-${place.view}`}
        className="grid gap-4"
      >
        <View {...props} place={place} go={go} names={names} />
      </div>
    </section>
  );
}
