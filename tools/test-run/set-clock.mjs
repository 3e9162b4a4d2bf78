// Loaded before a program by `node --import`: every clock of that process and of its threads stands
// CLOCK_SHIFT_MS away from the real one, and runs on from there. Timers are left alone.
import { shiftDate } from './shift-date.mjs';

const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
if (shift) shiftDate(shift);
