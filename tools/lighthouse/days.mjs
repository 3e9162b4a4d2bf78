// Days of the clinic, for what is measured in a browser.
const cairo = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' });

/** The clinic's date so many days ahead of its today. */
export const daysAhead = (days) => cairo.format(new Date(Date.now() + days * 86_400_000));

/** The first date from so many days ahead on whose weekday the branches are open. */
export function openDayAhead(days) {
  const date = daysAhead(days);
  return new Date(date).getUTCDay() > 4 ? openDayAhead(days + 1) : date;
}
