import {
  CalendarCheck,
  CalendarClock,
  Check,
  EyeOff,
  Hourglass,
  type LucideIcon,
  Phone,
  PhoneCall,
  X,
} from 'lucide-react';
import type { DisplacedState } from '#shared/domain/displaced-state.ts';
import { t } from '#web/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';

/** Of each state its icon, and whose colours it has. */
export const stateLooks = {
  untold: { icon: EyeOff, tone: 'no_show' },
  open: { icon: Hourglass, tone: 'pending' },
  taken: { icon: Check, tone: 'attended' },
  given: { icon: CalendarCheck, tone: 'attended' },
  another: { icon: CalendarClock, tone: 'confirmed' },
  moved: { icon: CalendarClock, tone: 'confirmed' },
  cancelled: { icon: X, tone: 'cancelled' },
  call: { icon: Phone, tone: 'no_show' },
  called: { icon: PhoneCall, tone: 'other' },
  stays: { icon: CalendarCheck, tone: 'attended' },
} as const satisfies Record<DisplacedState, { icon: LucideIcon; tone: string }>;

export const StatePill = ({ state }: { state: DisplacedState }) => (
  <Pill {...stateLooks[state]}>{t(`plans.state.${state}`)}</Pill>
);
