import type { Family } from '#shared/contract/patients.ts';
import { formatDateOf } from '#shared/domain/format-time.ts';
import { currentLang } from '#web/i18n.ts';

type FormerGuardians = Family['before'];

interface EarlierProps {
  title: string;
  before: FormerGuardians;
  /** Text addressed to the patient or to staff. */
  say(endedBy: FormerGuardians[number]['endedBy'], params: { name: string; date: string }): string;
}

const formatGuardianDay = (at: string): string => formatDateOf(currentLang(), at);

/** Former guardians, and who ended the relation. */
export function EarlierGuardians({ title, before, say }: EarlierProps) {
  if (before.length === 0) return null;
  return (
    <div className="text-small text-ink-2">
      <p aria-hidden="true" className="font-strong">
        {title}
      </p>
      <ul aria-label={title}>
        {before.map(({ name, until, endedBy }) => (
          <li key={until}>{say(endedBy, { name, date: formatGuardianDay(until) })}</li>
        ))}
      </ul>
    </div>
  );
}
