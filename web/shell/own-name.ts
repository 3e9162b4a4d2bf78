import { ownPlace } from '#shared/contract/staff.ts';
import type { User } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { inLang, isRtl } from '#web/i18n.ts';

/** How one of the staff is called in the language of the page: an account has her name in one script. */
export function useOwnName(user: User | null): string {
  const { data } = useRead(ownPlace, user && isRtl() ? {} : null);
  return user ? inLang(user.name, data?.called.nameAr) : '';
}
