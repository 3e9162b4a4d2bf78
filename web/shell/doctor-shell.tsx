import type { MouseEvent, ReactNode } from 'react';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { BottomBar } from '#web/ui/frame/bottom-bar.tsx';
import { buildDoctorBottomNav, doctorNavigation } from './doctor-navigation.ts';
import { type StaffPageProps, StaffShell } from './staff-shell.tsx';

interface DoctorShellProps extends StaffPageProps {
  /** URL of the current navigation item. */
  at: string;
  onFollow?(event: MouseEvent, href: string): void;
  children(user: User): ReactNode;
}

/** A page of a doctor: staff shell with the doctor's navigation and the bottom bar. */
export function DoctorShell({ at, onFollow, children, ...page }: DoctorShellProps) {
  return (
    <StaffShell
      {...page}
      items={doctorNavigation()}
      current={at}
      navLabel={t('doctor.nav.label')}
      onFollow={onFollow}
      bottomBar={
        <BottomBar
          label={t('common.nav.quickMenu')}
          items={buildDoctorBottomNav()}
          current={at}
          onFollow={onFollow}
        />
      }
    >
      {children}
    </StaffShell>
  );
}
