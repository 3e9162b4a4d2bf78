import { t } from '#web/i18n.ts';

/** Links to everything that prevents a branch or service from ending. */
export function StillOpenLinks({ filter }: { filter: string }) {
  return (
    <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <a className="link" href={`/admin/dashboard?tab=appointments&period=coming&${filter}`}>
        {t('admin.stillOpen.appointments')}
      </a>
      <a className="link" href="/clinic/disruptions?tab=offers">
        {t('admin.stillOpen.offers')}
      </a>
      <a className="link" href="/clinic/disruptions?tab=waiting">
        {t('admin.stillOpen.waiting')}
      </a>
    </span>
  );
}
