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
import type { Tone } from '#shared/domain/tones.ts';
import { t } from '#web/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';

/** Icon and colour of each state. */
export const stateLooks = {
  untold: { icon: EyeOff, tone: 'attention' },
  open: { icon: Hourglass, tone: 'warning' },
  taken: { icon: Check, tone: 'success' },
  given: { icon: CalendarCheck, tone: 'success' },
  another: { icon: CalendarClock, tone: 'info' },
  moved: { icon: CalendarClock, tone: 'info' },
  cancelled: { icon: X, tone: 'danger' },
  call: { icon: Phone, tone: 'attention' },
  called: { icon: PhoneCall, tone: 'neutral' },
  stays: { icon: CalendarCheck, tone: 'success' },
} as const satisfies Record<DisplacedState, { icon: LucideIcon; tone: Tone }>;

export const StatePill = ({ state }: { state: DisplacedState }) => (
  <Pill {...stateLooks[state]}>{t(`plans.state.${state}`)}</Pill>
);
