import { KeyRound, X } from 'lucide-react';
import { useState } from 'react';
import { changeRights, endCare, type Guardian, openFamily } from '#shared/contract/patients.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { EarlierGuardians } from './earlier-guardians.tsx';
import { OwnAccountDialog } from './own-account-dialog.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const buildFamilyFileHref = (id: number): string => `/clinic/patients/${id}`;
const link = 'font-strong text-accent underline-offset-4 hover:underline';

/** Current and former guardians of a patient and persons in the patient's care; nothing if there are none. */
export function FileFamily({ patientId }: { patientId: number }) {
  const { data } = useRead(openFamily, { params: { id: patientId } });
  if (!data) return null;
  if (data.caresFor.length === 0 && data.before.length === 0 && data.guardian === null) return null;
  return (
    <Card
      as="section"
      aria-label={t('staff.family.title')}
      className="grid gap-3 px-[14px] py-4 text-ui sm:p-5"
    >
      {data.guardian && <GuardianLine patientId={patientId} guardian={data.guardian} />}
      {data.caresFor.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-small text-ink-2">{t('staff.family.caresFor')}</span>
          {data.caresFor.map(({ id, name }) => (
            <a
              key={id}
              href={buildFamilyFileHref(id)}
              dir="auto"
              className={`${link} inline-flex min-h-tap items-center`}
            >
              {name}
            </a>
          ))}
        </p>
      )}
      <EarlierGuardians
        title={t('staff.family.before')}
        before={data.before}
        say={(endedBy, params) => t(`staff.family.before.${endedBy}`, params)}
      />
    </Card>
  );
}

function GuardianLine({ patientId, guardian }: { patientId: number; guardian: Guardian }) {
  const [asks, setAsks] = useState<'account' | 'end' | null>(null);
  const { mutate: save, isPending: saving, error: notSaved } = useChange(changeRights, { untilRead: true });
  const { mutate: end, isPending: ending, error: notEnded } = useChange(endCare);
  const { name, phone, reach, hasAccount, readsNotes } = guardian;
  const params = { id: patientId };
  const ended = () => {
    showToast({ kind: 'success', title: t('staff.family.ended') });
    setAsks(null);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <a
          href={buildFamilyFileHref(guardian.id)}
          className={`${link} inline-flex min-h-tap min-w-0 items-center wrap-anywhere`}
        >
          {t('staff.family.guardian', { name })}
        </a>
        {phone && <PatientPhone now={present()} phone={phone} reach={reach} />}
      </div>
      {hasAccount ? (
        <p className="text-small text-ink-2">{t('staff.family.hasAccount')}</p>
      ) : (
        <Checkbox
          label={t('staff.family.agreed')}
          checked={readsNotes}
          disabled={saving}
          onChange={({ target }) => save({ params, body: { readsNotes: target.checked } })}
        />
      )}
      {notSaved && (
        <Notice kind="danger" live>
          {getErrorMessage(notSaved, t('account.family.saveFailed'))}
        </Notice>
      )}
      <div className="-mx-2 flex flex-wrap gap-x-1">
        {!hasAccount && (
          <Button kind="gho" size="sm" icon={<KeyRound {...icon} />} onClick={() => setAsks('account')}>
            {t('staff.family.giveAccount')}
          </Button>
        )}
        <Button kind="gho" size="sm" icon={<X {...icon} />} onClick={() => setAsks('end')}>
          {t('staff.family.end')}
        </Button>
      </div>
      {asks === 'account' && <OwnAccountDialog patientId={patientId} onClose={() => setAsks(null)} />}
      {asks === 'end' && (
        <ConfirmDialog
          open
          title={t('staff.family.endTitle', { name })}
          description={t('staff.family.endText')}
          closeLabel={t('common.action.close')}
          safeLabel={t('account.family.keep')}
          confirmLabel={t('staff.family.end')}
          busy={ending}
          onCancel={() => setAsks(null)}
          onConfirm={() => end({ params }, { onSuccess: ended })}
        >
          {notEnded && (
            <Notice kind="danger" live>
              {getErrorMessage(notEnded, t('account.family.endFailed'))}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
