import type { ReactNode } from 'react';
import { type CaredPerson, openFamily } from '#shared/contract/patients.ts';
import type { User } from '#shared/contract/users.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { AddPerson } from './add-person.tsx';
import { CaredCard } from './cared-card.tsx';
import { OwnGuardian } from './own-guardian.tsx';

export interface FamilyTabProps {
  user: User;
  lang: Lang;
  /** Links to book for a person in the user's care and to that person's appointments. */
  bookHref(id: number): string;
  visitsHref(id: number): string;
  /** List of accesses to the file of a person without an account. */
  openingsOf(person: CaredPerson): ReactNode;
  /** Consents given for that person. */
  consentOf(person: CaredPerson): ReactNode;
}

/** Persons in the user's care, a form to add one, and who looks after the user. */
export function FamilyTab({ user, ...places }: FamilyTabProps) {
  const params = { id: user.id };
  const family = useRead(openFamily, { params });
  if (family.isError && !family.data)
    return (
      <LoadFailed
        title={t('account.family.loadFailed')}
        reason={family.error.message}
        onAgain={() => void family.refetch()}
      />
    );
  if (!family.data)
    return (
      <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
        <Skeleton className="h-44 rounded-card!" />
        <Skeleton className="h-44 rounded-card!" />
      </LoadingRegion>
    );
  const { caresFor, guardian, asked, before } = family.data;
  return (
    <div className="grid gap-6">
      <p className="max-w-[64ch] text-ui text-ink-2">{t('account.family.intro')}</p>
      {caresFor.length > 0 && (
        <ul className="grid items-start gap-4 md:grid-cols-2">
          {caresFor.map((person) => (
            <CaredCard key={person.id} person={person} {...places} />
          ))}
        </ul>
      )}
      <AddPerson guardianId={user.id} />
      <OwnGuardian userId={user.id} {...{ lang: places.lang, guardian, asked, before }} />
    </div>
  );
}
