// Loaded before a program by `node --import`: every clock of that process, its threads and the database embedded in it stands
// CLOCK_SHIFT_MS away from the real one, and runs on from there. Timers are left alone. Node built-ins only.
import { shiftDate } from './shift-date.mjs';

const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
if (shift) shiftDate(shift);
