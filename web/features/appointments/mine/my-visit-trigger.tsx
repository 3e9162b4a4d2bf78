import type { ComponentProps } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { createOnDemandButton } from '#web/islands/on-demand.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import type { MyVisitsProps } from './my-visits.ts';

export interface MyVisitMenuProps {
  visit: Appointment;
  props: MyVisitsProps;
  now: Date;
  onMove(): void;
  onCancel(): void;
}

type TriggerProps = Pick<MyVisitMenuProps, 'visit' | 'props'> & ComponentProps<'button'>;

export function MyVisitTrigger({ visit, props, ...rest }: TriggerProps) {
  const name = formatVisit(props.lang, visit.appointmentDate, visit.appointmentTime);
  return <MoreButton {...rest} name={name} />;
}

/** Menu with the actions of a patient's own appointment. */
export const MyVisitMenu = createOnDemandButton<MyVisitMenuProps>(
  () => import('./my-visit-menu.tsx').then((m) => m.MyVisitMenu),
  ({ visit, props, trigger }) => (
    <MyVisitTrigger visit={visit} props={props} aria-haspopup="menu" aria-expanded={false} {...trigger} />
  ),
);
