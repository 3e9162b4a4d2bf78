import type { StaffMember } from '#shared/contract/staff.ts';
import { matchesText } from '#shared/domain/people/search.ts';

/**
 * Whether a staff member matches the query by name, title or speciality in either language, or by contact
 * details.
 */
export const matchesStaffSearch = (
  { user, nameAr, title, titleAr, speciality, specialityAr }: StaffMember,
  query: string,
): boolean =>
  matchesText(
    'substring',
    [user.name, nameAr, user.username, user.phone, user.email, title, titleAr, speciality, specialityAr],
    query,
  );
