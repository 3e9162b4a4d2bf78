import { Suspense } from 'react';
import { GuideAgain } from '#web/features/guide/guide-again.tsx';
import { SettingsForm } from '#web/features/settings/settings-form.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const RetentionReport = lazyPart(() =>
  import('#web/features/retention/retention-report.tsx').then((m) => m.RetentionReport),
);

const OnlineBookingCard = lazyPart(() =>
  loadWithMessages(['guide'], () =>
    import('#web/features/guide/online-booking.tsx').then((m) => m.OnlineBookingCard),
  ),
);
const MovingCard = lazyPart(() => import('#web/features/moving/moving-card.tsx').then((m) => m.MovingCard));

/** The clinic's settings, the report of the retention policy, and the export of all data. */
function SettingsIsland(props: StaffPageProps) {
  return (
    <AdminShell
      {...props}
      at="/admin/settings"
      title={t('admin.settings.title')}
      subtitle={t('admin.settings.text')}
    >
      {() => (
        <>
          <Suspense fallback={<Skeleton className="h-28 max-w-[860px] max-sm:h-38" />}>
            <OnlineBookingCard />
          </Suspense>
          <SettingsForm />
          <Suspense>
            <RetentionReport lang={props.lang} />
            <MovingCard lang={props.lang} />
          </Suspense>
          <GuideAgain />
        </>
      )}
    </AdminShell>
  );
}

export const island = defineIsland({
  name: 'settings',
  areas: ['common', 'errors', 'staff', 'admin', 'moving'],
  component: SettingsIsland,
});
