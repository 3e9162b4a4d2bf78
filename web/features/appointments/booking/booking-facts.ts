/**
 * Said to every patient: how long before her visit she should be there, and how far apart the public times
 * are.
 */
export const arriveEarlyMinutes = 15;
export const slotMinutes = 20;
