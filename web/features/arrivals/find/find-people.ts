import type { Card } from '#shared/contract/arrivals.ts';
import { listUsers, type User } from '#shared/contract/users.ts';
import { phoneSearch, westernDigits } from '#shared/domain/people/phone-text.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import { fold, matches } from '#shared/domain/people/search.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSettled } from '#web/ui/form/use-settled.ts';

const mostOthers = 6;
const mostOfToday = 5;

/** Every word of a text is somewhere in the name. */
const hasWords = (name: string, q: string): boolean => {
  const folded = fold(name);
  return q
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => folded.includes(fold(word)));
};

/** Who of the day is meant: by ticket, by parts of her name, by phone or by the code of her visit. */
export function findToday(cards: readonly Card[], q: string): readonly Card[] {
  const text = q.trim();
  if (text === '') return [];
  const digits = westernDigits(text);
  const ticket = /^\d{1,3}$/.test(digits) ? Number(digits) : null;
  const reference = parseReference(text);
  const phone = phoneSearch(text);
  const meant = (card: Card): boolean =>
    (ticket !== null && card.ticket === ticket) ||
    hasWords(card.patient.name, text) ||
    (reference !== null && ticket === null && (card.id === reference || card.userId === reference)) ||
    (phone !== null &&
      phone.length > 3 &&
      matches('substring', [card.patient.phone?.replace(/\D/g, '')], phone.replace(/\D/g, '')));
  const found = cards.filter(meant);
  return found
    .toSorted((a, b) => Number(b.ticket === ticket) - Number(a.ticket === ticket))
    .slice(0, mostOfToday);
}

interface Patients {
  found: readonly User[];
  /** What stands there was found for something typed before. */
  pending: boolean;
}

/** Patients for a text, best first; from two letters on. */
export function usePatients(query: string): Patients {
  const text = query.trim();
  const q = useSettled(text);
  const enough = q.length >= 2;
  const { data, isFetching, isPlaceholderData } = useRead(
    listUsers,
    { query: { q, sort: 'match', limit: mostOthers } },
    { keepPrevious: true, enabled: enough },
  );
  const isNew = q !== text || isPlaceholderData || (isFetching && data === undefined);
  return { found: (enough && data) || [], pending: text.length >= 2 && isNew };
}
