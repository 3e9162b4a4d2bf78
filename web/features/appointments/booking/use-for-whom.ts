import { useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { Who } from './use-who.ts';

/** The patient that the address asks to book for: `/book?for=…`. */
const askedFor = (): number =>
  typeof location === 'undefined' ? 0 : Number(new URLSearchParams(location.search).get('for')) || 0;

/** Whose visit it is: the signed-in user's, somebody's she looks after, or somebody else's, by name. */
export function useForWhom(user: User | null, who: Who) {
  const [id, choose] = useState(askedFor);
  return {
    /** Null: a visitor. */
    person: user && (user.caresFor.find((one) => one.id === id) ?? user),
    isOther: who.typed.isOther,
    /** It is being asked: the typed name means somebody else than the account. */
    isInDoubt: false,
    choose,
  };
}
export type ForWhom = ReturnType<typeof useForWhom>;
