import { ownPlace } from '#shared/contract/staff.ts';
import type { User } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { isRtl, pickLanguage } from '#web/i18n.ts';

/**
 * The signed-in staff member's name in the language of the page; the account itself has it in one script
 * only.
 */
export function useOwnName(user: User | null): string {
  const { data } = useRead(ownPlace, user && isRtl() ? {} : null);
  return user ? pickLanguage(user.name, data?.called.nameAr) : '';
}
