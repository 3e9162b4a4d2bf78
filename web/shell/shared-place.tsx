import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/ui/frame/page-header.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import type { AdminPlace } from './admin-navigation.ts';
import { AdminShell } from './admin-shell.tsx';
import { DoctorShell } from './doctor-shell.tsx';
import { ReceptionShell } from './reception-shell.tsx';
import { type StaffPageProps, Switches } from './staff-shell.tsx';

interface SharedPlaceProps extends StaffPageProps {
  at: AdminPlace;
  title: string;
  subtitle?: ReactNode;
  /** The front desk works as a doctor does, who neither deletes nor sets up. */
  children(role: 'admin' | 'doctor'): ReactNode;
}

/** A place that the staff share, each among her own places. */
export function SharedPlace({ children, ...page }: SharedPlaceProps) {
  const { user } = useSession(useHydrated());
  if (user?.role !== 'doctor' && user?.role !== 'receptionist')
    return <AdminShell {...page}>{() => children('admin')}</AdminShell>;
  const { title, subtitle, ...shell } = page;
  const Shell = user.role === 'doctor' ? DoctorShell : ReceptionShell;
  return (
    <Shell {...shell}>
      {(person) => (
        <>
          <PageHeader title={title} subtitle={subtitle} end={<Switches lang={page.lang} user={person} />} />
          {children('doctor')}
        </>
      )}
    </Shell>
  );
}
