import { chooseOwnPlace, ownPlace } from '#shared/contract/staff.ts';
import { useChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useRead } from '#web/api/hooks.ts';
import type { DoctorScope } from '#web/api/own/doctor-scope.ts';
import { useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { ToggleButtonRow } from '#web/ui/form/toggle-button-row.tsx';

const scopeChoices = ['mine', 'clinic'] as const;

const showScopeError = (error: unknown) => showErrorToast(t('staff.toast.updateFailed'), error);

/**
 * Whether a doctor's list, calendar and board show all appointments of the clinic (the default) or only the
 * doctor's own. The choice is saved in the account. Other roles have no choice.
 */
export function useDoctorScope(): DoctorScope {
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
      <ToggleButtonRow
        label={t('staff.whose.label')}
        value={onlyMine ? 'mine' : 'clinic'}
        options={scopeChoices.map((value) => ({ value, label: t(`staff.whose.${value}`) }))}
        onChoose={(value) => choose({ body: { onlyMine: value === 'mine' } }, { onError: showScopeError })}
      />
    ),
  };
}
