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

/**
 * Current and former guardians of a patient, and persons in the patient's care; nothing if there are none and
 * the patient has an account of her own.
 */
export function FileFamily({ patientId }: { patientId: number }) {
  const { data } = useRead(openFamily, { params: { id: patientId } });
  if (!data) return null;
  const { guardian, caresFor, before, hasAccount } = data;
  if (caresFor.length === 0 && before.length === 0 && guardian === null && hasAccount) return null;
  return (
    <Card
      as="section"
      aria-label={t('staff.family.title')}
      className="grid gap-3 px-[14px] py-4 text-ui sm:p-5"
    >
      {guardian && <GuardianLine patientId={patientId} guardian={guardian} hasAccount={hasAccount} />}
      {!guardian && !hasAccount && (
        <>
          <p className="text-small text-ink-2">{t('staff.family.noGuardian')}</p>
          <div className="-mx-2">
            <GiveAccountButton patientId={patientId} />
          </div>
        </>
      )}
      {caresFor.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-small text-ink-2">{t('staff.family.caresFor')}</span>
          {caresFor.map(({ id, name }) => (
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
        before={before}
        say={(endedBy, params) => t(`staff.family.before.${endedBy}`, params)}
      />
    </Card>
  );
}

function GiveAccountButton({ patientId }: { patientId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="gho" size="sm" icon={<KeyRound {...icon} />} onClick={() => setIsOpen(true)}>
        {t('staff.family.giveAccount')}
      </Button>
      {isOpen && (
        <OwnAccountDialog
          patientId={patientId}
          text={t('staff.family.accountText')}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface GuardianLineProps {
  patientId: number;
  guardian: Guardian;
  /** The patient has an account of her own. */
  hasAccount: boolean;
}

function GuardianLine({ patientId, guardian, hasAccount }: GuardianLineProps) {
  const [asksEnd, setAsksEnd] = useState(false);
  const { mutate: save, isPending: saving, error: notSaved } = useChange(changeRights, { untilRead: true });
  const { mutate: end, isPending: ending, error: notEnded } = useChange(endCare);
  const { name, phone, reach, readsNotes } = guardian;
  const params = { id: patientId };
  const ended = () => {
    showToast({ kind: 'success', title: t('staff.family.ended') });
    setAsksEnd(false);
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
        {!hasAccount && <GiveAccountButton patientId={patientId} />}
        <Button kind="gho" size="sm" icon={<X {...icon} />} onClick={() => setAsksEnd(true)}>
          {t('staff.family.end')}
        </Button>
      </div>
      {asksEnd && (
        <ConfirmDialog
          open
          title={t('staff.family.endTitle', { name })}
          description={t('staff.family.endText')}
          closeLabel={t('common.action.close')}
          safeLabel={t('account.family.keep')}
          confirmLabel={t('staff.family.end')}
          busy={ending}
          onCancel={() => setAsksEnd(false)}
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
