import type { ComponentProps } from 'react';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { createOnDemandButton } from '#web/islands/on-demand.tsx';
import type { CalendarCard } from './calendar-card.tsx';
import { CalendarOffer } from './calendar-offer.tsx';

type CardProps = ComponentProps<typeof CalendarCard>;

/** Card for subscribing to the user's own appointments; its code and texts load when it is opened. */
export const OwnCalendar = createOnDemandButton<CardProps>(
  () => loadWithMessages(['calendar'], () => import('./calendar-card.tsx').then((m) => m.CalendarCard)),
  CalendarOffer,
);
