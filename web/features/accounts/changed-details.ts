import type { User } from '#shared/contract/users.ts';

export const detailNames = ['name', 'email', 'phone', 'secondaryPhone'] as const;
type Details = Record<(typeof detailNames)[number], string>;

/** What her profile's form shows. */
export const detailsOf = (user: User): Details => ({
  name: user.name,
  email: user.email ?? '',
  phone: user.phone ?? '',
  secondaryPhone: user.secondaryPhone ?? '',
});

/** What differs from what is kept; an emptied field counts. */
export function changedDetails(
  user: User,
  typed: Partial<Record<keyof Details, string | null>>,
): Partial<Details> {
  const before = detailsOf(user);
  return Object.fromEntries(
    detailNames.flatMap((name) => ((typed[name] ?? '') === before[name] ? [] : [[name, typed[name] ?? '']])),
  );
}
