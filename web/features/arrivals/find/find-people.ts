import { useEffect, useState } from 'react';
import type { Card } from '#shared/contract/arrivals.ts';
import { phoneSearch, westernDigits } from '#shared/domain/people/phone-text.ts';
import { parseReference } from '#shared/domain/people/reference-code.ts';
import { matchesText, normalizeForSearch } from '#shared/domain/people/search.ts';
import { stageRow } from '#shared/domain/visits/visit-stage.ts';

const maxTodayResults = 5;
/** Rank from which only the sound of the name matches. */
const firstSimilarRank = 3;

/** True if every word of the query is part of the name. */
const containsAllParts = (name: string, q: string): boolean => {
  const folded = normalizeForSearch(name);
  return q
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => folded.includes(normalizeForSearch(word)));
};

type SoundMatcher = (name: string, q: string) => boolean;

const isCardFinished = ({ stage }: Card): boolean => stageRow(stage).next === null;

export interface FoundCard {
  card: Card;
  /** Only the sound of the name matches. */
  isSimilar: boolean;
}

/**
 * Finds today's patients by ticket number, parts of the name, phone or reference, and then by similar sound
 * in either script. In each group, finished appointments come last.
 */
export function findTodaysCards(
  cards: readonly Card[],
  q: string,
  sounds?: SoundMatcher,
): readonly FoundCard[] {
  const text = q.trim();
  if (text === '') return [];
  const digits = westernDigits(text);
  const ticket = /^\d{1,3}$/.test(digits) ? Number(digits) : null;
  const reference = parseReference(text);
  const phone = phoneSearch(text);
  const meant = (card: Card): boolean =>
    (ticket !== null && card.ticket === ticket) ||
    containsAllParts(card.patient.name, text) ||
    (reference !== null && ticket === null && (card.id === reference || card.userId === reference)) ||
    (phone !== null &&
      phone.length > 3 &&
      matchesText('substring', [card.patient.phone?.replace(/\D/g, '')], phone.replace(/\D/g, '')));
  /** Rank of a match; null if the card does not match. */
  const place = (card: Card): number | null => {
    if (ticket !== null && card.ticket === ticket) return 0;
    const last = isCardFinished(card) ? 1 : 0;
    if (meant(card)) return 1 + last;
    return sounds?.(card.patient.name, text) ? firstSimilarRank + last : null;
  };
  return cards
    .flatMap((card) => {
      const at = place(card);
      return at === null ? [] : [{ card, at }];
    })
    .toSorted((a, b) => a.at - b.at)
    .slice(0, maxTodayResults)
    .map(({ card, at }) => ({ card, isSimilar: at >= firstSimilarRank }));
}

/** Phonetic comparison of names: loaded at the first search; until then only the spelling is compared. */
export function useSoundMatcher(isAsked: boolean): SoundMatcher | undefined {
  const [sounds, setSounds] = useState<SoundMatcher>();
  useEffect(() => {
    if (isAsked)
      void import('#shared/domain/people/name-sounds.ts').then(
        (m) => setSounds(() => m.matchesBySound),
        () => undefined,
      );
  }, [isAsked]);
  return sounds;
}
