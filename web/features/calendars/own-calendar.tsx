import type { ComponentProps } from 'react';
import { onDemand } from '#web/islands/on-demand.tsx';
import { withWords } from '#web/islands/words.ts';
import type { CalendarCard } from './calendar-card.tsx';
import { CalendarOffer } from './calendar-offer.tsx';

type CardProps = ComponentProps<typeof CalendarCard>;

/** Subscribing to one's own visits: a card that comes, with its words, when it is asked for. */
export const OwnCalendar = onDemand<CardProps>(
  () => withWords(['calendar'], () => import('./calendar-card.tsx').then((m) => m.CalendarCard)),
  CalendarOffer,
);
