import * as z from 'zod/mini';
import { userSchema } from '#shared/contract/users.ts';
import { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** `numberKnown` false: the patient typed the number online and did not confirm it. */
const duplicateSchema = z.extend(userSchema, { numberKnown: z.boolean() });
export type DuplicatePatient = z.output<typeof duplicateSchema>;

/** The existing patient, if a new patient was refused as a duplicate. */
export function getDuplicatePatient(error: unknown): DuplicatePatient | null {
  if (!(error instanceof ApiError) || error.code !== 'patient_exists') return null;
  return duplicateSchema.safeParse(error.current).data ?? null;
}

interface DuplicateNoticeProps {
  duplicate: DuplicatePatient;
  onUse(): void;
  onAnother(): void;
}

/** Shown before a second record is created: offers to use the existing patient. */
export function DuplicateNotice({ duplicate, onUse, onAnother }: DuplicateNoticeProps) {
  const { name, phone, reference, numberKnown } = duplicate;
  return (
    <Notice kind="warn" live title={t('staff.duplicate.title')}>
      <p>
        {t('staff.duplicate.text', {
          name,
          phone: `\u2066${phone ?? ''}\u2069`,
          reference: `\u2066${reference}\u2069`,
        })}
      </p>
      {!numberKnown && <p>{t('staff.duplicate.unconfirmed')}</p>}
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
