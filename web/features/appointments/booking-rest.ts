import { withWords } from '#web/islands/words.ts';

/** A part of the booking that follows its first steps, with the words of all that does. */
export const withRest = <T>(bring: () => Promise<T>): Promise<T> => withWords(['booking'], bring);
