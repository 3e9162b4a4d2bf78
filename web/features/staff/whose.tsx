import { chooseOwnPlace, ownPlace } from '#shared/contract/staff.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import type { Whose } from '#web/api/own/whose.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Choices } from '#web/ui/form/choices.tsx';

const all = ['mine', 'clinic'] as const;

const tellRefused = (error: unknown) => sayFailed(t('staff.toast.updateFailed'), error);

/**
 * Whose visits a doctor's list, calendar and board show: the whole clinic's, until she chooses her own. It is
 * remembered for her, wherever she signs in; nobody else is asked.
 */
export function useWhose(): Whose {
  const { user } = useSession();
  const isDoctor = user?.role === 'doctor';
  const { data: place, isPending: isAsked } = useRead(ownPlace, {}, { enabled: isDoctor });
  const { mutate: choose, isPending, variables } = useChange(chooseOwnPlace, { untilRead: true });
  if (!isDoctor) return { doctorId: null, choice: null, isKnown: true };
  const onlyMine = (isPending ? variables.body.onlyMine : undefined) ?? place?.onlyMine ?? false;
  return {
    doctorId: onlyMine ? user.id : null,
    isKnown: !isAsked,
    choice: (
      <Choices
        label={t('staff.whose.label')}
        value={onlyMine ? 'mine' : 'clinic'}
        options={all.map((value) => ({ value, label: t(`staff.whose.${value}`) }))}
        onChoose={(value) => choose({ body: { onlyMine: value === 'mine' } }, { onError: tellRefused })}
      />
    ),
  };
}
