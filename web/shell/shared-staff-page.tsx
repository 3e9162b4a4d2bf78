import type { ReactNode } from 'react';
import type { Role } from '#shared/domain/people/roles.ts';
import { useSession } from '#web/api/session.ts';
import { PageHeader } from '#web/ui/frame/page-header.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import type { AdminNavHref } from './admin-navigation.ts';
import { AdminShell } from './admin-shell.tsx';
import { DoctorShell } from './doctor-shell.tsx';
import { ReceptionShell } from './reception-shell.tsx';
import { DisplaySwitches, type StaffPageProps } from './staff-shell.tsx';

/** `role`: role for which the server renders the navigation around a page that several roles share. */
export interface SharedPageProps extends StaffPageProps {
  role?: Role | undefined;
}

interface SharedStaffPageProps extends SharedPageProps {
  at: AdminNavHref;
  title: string;
  subtitle?: ReactNode;
  /** The page has its own patient search. */
  ownSearch?: boolean;
  /** Receptionists get the view of a doctor, who can neither delete nor configure. */
  children(role: 'admin' | 'doctor'): ReactNode;
}

/** A page shared by all staff roles, inside the shell of the user's role. */
export function SharedStaffPage({ children, role: drawnFor, ...page }: SharedStaffPageProps) {
  const { user } = useSession(useHydrated());
  const role = user?.role ?? drawnFor;
  if (role !== 'doctor' && role !== 'receptionist')
    return <AdminShell {...page}>{() => children('admin')}</AdminShell>;
  const { title, subtitle, ownSearch, ...shell } = page;
  const Shell = role === 'doctor' ? DoctorShell : ReceptionShell;
  return (
    <Shell {...shell}>
      {(person) => (
        <>
          <PageHeader
            title={title}
            subtitle={subtitle}
            end={<DisplaySwitches lang={page.lang} user={person} ownSearch={ownSearch} />}
          />
          {children('doctor')}
        </>
      )}
    </Shell>
  );
}
