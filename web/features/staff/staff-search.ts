import type { StaffMember } from '#shared/contract/staff.ts';
import { matches } from '#shared/domain/people/search.ts';

/**
 * Whether a staff member matches the query by name, title or speciality in either language, or by contact
 * details.
 */
export const isMeant = (
  { user, nameAr, title, titleAr, speciality, specialityAr }: StaffMember,
  query: string,
): boolean =>
  matches(
    'substring',
    [user.name, nameAr, user.username, user.phone, user.email, title, titleAr, speciality, specialityAr],
    query,
  );
