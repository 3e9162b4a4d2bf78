import { useState } from 'react';
import { changeRights, endCare, type Guardian } from '#shared/contract/patients.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

interface OwnGuardianProps {
  userId: number;
  guardian: Guardian | null;
}
type Rights = Pick<Guardian, 'seesVisits' | 'readsNotes'>;

/** Who looks after her, and what of hers that one sees: hers to say. */
export function OwnGuardian({ userId, guardian }: OwnGuardianProps) {
  return (
    <Card as="section" aria-labelledby="own-guardian" className="grid gap-3 bg-lilac! p-5 md:p-6">
      <h2 id="own-guardian" className="text-body font-strong">
        {t('account.family.guardian')}
      </h2>
      {guardian ? (
        <HerRights userId={userId} guardian={guardian} />
      ) : (
        <p className="text-ui text-ink-2">{t('account.family.nobody')}</p>
      )}
    </Card>
  );
}

function HerRights({ userId, guardian }: { userId: number; guardian: Guardian }) {
  const { mutate: save, isPending } = useChange(changeRights, { untilRead: true });
  const { mutate: end, isPending: ending, error } = useChange(endCare);
  const [asks, setAsks] = useState(false);
  const { name, seesVisits, readsNotes } = guardian;
  const params = { id: userId };
  const turn = (rights: Rights) =>
    save(
      { params, body: rights },
      {
        onSuccess: () => showToast({ kind: 'success', title: t('account.family.saved') }),
        onError: (refused) => sayFailed(t('account.family.saveFailed'), refused),
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
          onChange={(on) => turn({ seesVisits: on, readsNotes: on && readsNotes })}
        />
        <Right
          label={t('account.family.readsNotes')}
          checked={readsNotes}
          busy={isPending}
          onChange={(on) => turn({ seesVisits: seesVisits || on, readsNotes: on })}
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
              {reasonOf(error, t('account.family.endFailed'))}
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
