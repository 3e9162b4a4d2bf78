// Loaded with `node --import`: shifts the clock of the process and its threads by CLOCK_SHIFT_MS. Timers are
// not changed.
import { shiftDate } from './shift-date.mjs';

const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
if (shift) shiftDate(shift);
