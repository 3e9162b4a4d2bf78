import { Copy } from 'lucide-react';
import { useState } from 'react';
import { temporaryPasswordDays } from '#shared/domain/people/password-rules.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

export interface InitialSignIn {
  readonly name: string;
  readonly username: string | null;
  readonly password: string;
}

/** The first password, shown once to be written down or copied. */
export function HandOverDialog({ person, onClose }: { person: InitialSignIn; onClose(): void }) {
  const { name, username, password } = person;
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard
      .writeText([username, password].filter(Boolean).join('\n'))
      .then(() => setCopied(true));
  return (
    <Dialog
      open
      locked
      onClose={onClose}
      title={t('staff.handOver.title', { name })}
      description={`${t('admin.staff.handOverText')} ${t('staff.handOver.lasts', { n: temporaryPasswordDays })}`}
      closeLabel={t('common.action.close')}
      actions={<Button onClick={onClose}>{t('staff.handOver.done')}</Button>}
    >
      <dl className="grid gap-3 rounded-item bg-tint p-4">
        {username && (
          <div>
            <dt className="text-xs text-ink-2">{t('staff.handOver.username')}</dt>
            <dd className="ltr font-strong select-all">{username}</dd>
          </div>
        )}
        <div>
          <dt className="text-xs text-ink-2">{t('staff.handOver.password')}</dt>
          <dd className="ltr num text-[1.25rem] font-strong select-all">{password}</dd>
        </div>
      </dl>
      <Button
        kind="out"
        size="sm"
        className="justify-self-start"
        icon={<Copy size={16} strokeWidth={1.7} aria-hidden="true" />}
        onClick={copy}
      >
        {t(copied ? 'common.action.copied' : 'staff.handOver.copy')}
      </Button>
    </Dialog>
  );
}
