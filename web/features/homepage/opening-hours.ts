const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const schemaOrgDays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const openingHoursPattern =
  /^(\w+)(?:\s*(?:-|–|to)\s*(\w+))?:?\s+(\d{1,2})(?::(\d\d))?\s*([ap])m\s*(?:-|–|to)\s*(\d{1,2})(?::(\d\d))?\s*([ap])m$/i;

function format24HourTime(
  hour: string | undefined,
  minute: string | undefined,
  half: string | undefined,
): string {
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`;
}

/**
 * Converts the English hours ('Sunday - Thursday: 9am - 7pm') to the schema.org format ('Su-Th 09:00-19:00');
 * other lines are skipped.
 */
export function toSchemaOrgHours(text: string): string[] {
  return text.split(/\n|,\s*(?=[A-Z])/).flatMap((part) => {
    const [, first = '', last, opens, opensMinute, opensHalf, closes, closesMinute, closesHalf] =
      openingHoursPattern.exec(part.trim()) ?? [];
    const from = schemaOrgDays[days.indexOf(first.toLowerCase())];
    const to = last === undefined ? undefined : schemaOrgDays[days.indexOf(last.toLowerCase())];
    if (!from || (last !== undefined && !to)) return [];
    return [
      `${from}${to ? `-${to}` : ''} ${format24HourTime(opens, opensMinute, opensHalf)}-${format24HourTime(closes, closesMinute, closesHalf)}`,
    ];
  });
}
