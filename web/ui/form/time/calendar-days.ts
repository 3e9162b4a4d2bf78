import { defaultDateLib } from 'react-day-picker';

/** Converts 'YYYY-MM-DD' to the date object of the calendar library. */
export function parsePickerDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return defaultDateLib.newDate(year, month - 1, date);
}

export function formatPickerDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
