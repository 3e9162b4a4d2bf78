import type { ComponentProps } from 'react';
import { onDemand } from '#web/islands/on-demand.tsx';
import { withWords } from '#web/islands/words.ts';
import type { CalendarCard } from './calendar-card.tsx';
import { CalendarOffer } from './calendar-offer.tsx';

type CardProps = ComponentProps<typeof CalendarCard>;

/** Card for subscribing to the user's own appointments; its code and texts load when it is opened. */
export const OwnCalendar = onDemand<CardProps>(
  () => withWords(['calendar'], () => import('./calendar-card.tsx').then((m) => m.CalendarCard)),
  CalendarOffer,
);
