import { useState } from 'react';
import { refuseCare } from '#shared/contract/own/agreement-patients.ts';
import { changeRights, endCare, type Family, type Guardian } from '#shared/contract/patients.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { EarlierGuardians } from './earlier-guardians.tsx';

interface OwnGuardianProps extends Pick<Family, 'guardian' | 'asked' | 'before'> {
  userId: number;
  lang: Lang;
}
type Rights = Pick<Guardian, 'seesVisits' | 'readsNotes'>;

/** Who looks after the patient and what that person may see; the patient can change it. */
export function OwnGuardian({ userId, lang, guardian, asked, before }: OwnGuardianProps) {
  return (
    <Card as="section" aria-labelledby="own-guardian" className="grid gap-3 bg-lilac! p-5 md:p-6">
      <h2 id="own-guardian" className="font-text text-body font-strong tracking-normal">
        {t('account.family.guardian')}
      </h2>
      {guardian ? (
        <GuardianRights userId={userId} guardian={guardian} />
      ) : (
        <p className="text-ui text-ink-2">{t('account.family.nobody')}</p>
      )}
      {asked.map((one) => (
        <CareRequest key={one.id} userId={userId} lang={lang} {...one} />
      ))}
      <EarlierGuardians
        title={t('family.before.title')}
        before={before}
        say={(endedBy, params) => t(`family.before.${endedBy}`, params)}
      />
    </Card>
  );
}

/**
 * A pending request to look after the patient, with a button to reject it. The patient agrees by telling the
 * other person the code that was sent.
 */
function CareRequest({
  userId,
  lang,
  id,
  name,
  seeks,
  until,
}: Family['asked'][number] & { userId: number; lang: Lang }) {
  const { mutate: refuse, isPending, error } = useChange(refuseCare, { untilRead: true });
  return (
    <div className="grid gap-2 rounded-item border border-line bg-surface p-4 text-ui">
      <b className="font-strong wrap-anywhere">{t(`family.asked.${seeks}`, { name })}</b>
      <p className="text-ink-2">{t('family.asked.text', { until: formatInstant(lang, until) })}</p>
      {error && (
        <Notice kind="danger" live>
          {getErrorMessage(error, t('account.family.saveFailed'))}
        </Notice>
      )}
      <Button
        kind="out"
        size="sm"
        className="justify-self-start"
        busy={isPending}
        busyLabel={t('common.action.saving')}
        onClick={() =>
          refuse(
            { params: { id: userId, askId: id } },
            { onSuccess: () => showToast({ kind: 'success', title: t('family.asked.refused') }) },
          )
        }
      >
        {t('family.asked.no')}
      </Button>
    </div>
  );
}

function GuardianRights({ userId, guardian }: { userId: number; guardian: Guardian }) {
  const { mutate: save, isPending } = useChange(changeRights, { untilRead: true });
  const { mutate: end, isPending: ending, error } = useChange(endCare);
  const [asks, setAsks] = useState(false);
  const { name, seesVisits, readsNotes } = guardian;
  const params = { id: userId };
  const turn = (rights: Partial<Rights>) =>
    save(
      { params, body: rights },
      {
        onSuccess: () => showToast({ kind: 'success', title: t('account.family.saved') }),
        onError: (refused) => showErrorToast(t('account.family.saveFailed'), refused),
      },
    );
  return (
    <>
      <p className="text-ui text-ink-2">{t('account.family.somebody', { name })}</p>
      <ul className="grid">
        <Right
          label={t('account.family.seesVisits')}
          checked={seesVisits}
          busy={isPending}
          onChange={(on) => turn({ seesVisits: on })}
        />
        <Right
          label={t('account.family.readsNotes')}
          checked={readsNotes}
          busy={isPending}
          onChange={(on) => turn({ readsNotes: on })}
        />
      </ul>
      <Button kind="out" size="sm" className="justify-self-start" onClick={() => setAsks(true)}>
        {t('account.family.dismiss')}
      </Button>
      {asks && (
        <ConfirmDialog
          open
          title={t('account.family.dismissTitle', { name })}
          description={t('account.family.dismissText')}
          closeLabel={t('common.action.close')}
          safeLabel={t('account.family.keep')}
          confirmLabel={t('common.action.confirm')}
          busy={ending}
          onCancel={() => setAsks(false)}
          onConfirm={() => end({ params }, { onSuccess: () => setAsks(false) })}
        >
          {error && (
            <Notice kind="danger" live>
              {getErrorMessage(error, t('account.family.endFailed'))}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

interface RightProps {
  label: string;
  checked: boolean;
  busy: boolean;
  onChange(on: boolean): void;
}

const Right = ({ label, checked, busy, onChange }: RightProps) => (
  <li className="flex min-h-14 items-center justify-between gap-3 border-t border-line text-ui">
    {label}
    <Switch label={label} checked={checked} disabled={busy} onChange={onChange} />
  </li>
);
