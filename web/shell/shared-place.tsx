import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/ui/frame/page-header.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import type { AdminPlace } from './admin-navigation.ts';
import { AdminShell } from './admin-shell.tsx';
import { DoctorShell } from './doctor-shell.tsx';
import { type StaffPageProps, Switches } from './staff-shell.tsx';

interface SharedPlaceProps extends StaffPageProps {
  at: AdminPlace;
  title: string;
  subtitle?: ReactNode;
  children(role: 'admin' | 'doctor'): ReactNode;
}

/** A place that admins and doctors share, each among her own places. */
export function SharedPlace({ children, ...page }: SharedPlaceProps) {
  const { user } = useSession(useHydrated());
  if (user?.role !== 'doctor') return <AdminShell {...page}>{() => children('admin')}</AdminShell>;
  const { title, subtitle, ...shell } = page;
  return (
    <DoctorShell {...shell}>
      {(doctor) => (
        <>
          <PageHeader title={title} subtitle={subtitle} end={<Switches lang={page.lang} user={doctor} />} />
          {children('doctor')}
        </>
      )}
    </DoctorShell>
  );
}
