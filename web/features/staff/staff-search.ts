import type { StaffMember } from '#shared/contract/staff.ts';
import { matches } from '#shared/domain/people/search.ts';

/** Is she meant by what was typed: by name, title or speciality in either language, or how to reach her? */
export const isMeant = (
  { user, nameAr, title, titleAr, speciality, specialityAr }: StaffMember,
  query: string,
): boolean =>
  matches(
    'substring',
    [user.name, nameAr, user.username, user.phone, user.email, title, titleAr, speciality, specialityAr],
    query,
  );
