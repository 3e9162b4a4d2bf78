import { type User, userSchema } from '#shared/contract/users.ts';
import { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The existing patient, if a new patient was refused as a duplicate. */
export function getDuplicatePatient(error: unknown): User | null {
  if (!(error instanceof ApiError) || error.code !== 'patient_exists') return null;
  return userSchema.safeParse(error.current).data ?? null;
}

interface DuplicateNoticeProps {
  duplicate: User;
  onUse(): void;
  onAnother(): void;
}

/** Shown before a second record is created: offers to use the existing patient. */
export function DuplicateNotice({ duplicate, onUse, onAnother }: DuplicateNoticeProps) {
  const { name, phone, reference } = duplicate;
  return (
    <Notice kind="warn" live title={t('staff.duplicate.title')}>
      <p>
        {t('staff.duplicate.text', {
          name,
          phone: `\u2066${phone ?? ''}\u2069`,
          reference: `\u2066${reference}\u2069`,
        })}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onUse}>
          {t('staff.duplicate.use')}
        </Button>
        <Button size="sm" kind="out" onClick={onAnother}>
          {t('staff.duplicate.another')}
        </Button>
      </div>
    </Notice>
  );
}
