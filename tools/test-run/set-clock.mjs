// Loaded before a program by `node --import`: every clock of that process, of its threads and of the database
// embedded in it stands CLOCK_SHIFT_MS away from the real one, and runs on from there. Timers are left alone.
import { shiftDate } from './shift-date.mjs';

const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
if (shift) shiftDate(shift);
