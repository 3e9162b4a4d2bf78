import { Copy, Printer } from 'lucide-react';
import { temporaryPasswordDays } from '#shared/domain/people/password-rules.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

export interface FirstSignIn {
  name: string;
  username: string;
  password: string;
}

/** The first password, shown once: it can be printed or copied and cannot be retrieved later. */
export function HandOver({ signIn }: { signIn: FirstSignIn }) {
  const { username, password } = signIn;
  const lines = [
    [t('staff.handOver.username'), username],
    [t('staff.handOver.password'), password],
  ] as const;
  async function copy() {
    await navigator.clipboard.writeText(lines.map(([label, value]) => `${label}: ${value}`).join('\n'));
    showToast({ kind: 'success', title: t('common.toast.copied') });
  }
  return (
    <>
      <div data-slip="" className="grid gap-3">
        <h3 className="hidden print:block">{signIn.name}</h3>
        <dl className="grid gap-3 rounded-item bg-tint p-4">
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt className="text-small text-ink-2">{label}</dt>
              <dd className="ltr num text-lead font-strong wrap-anywhere select-all">{value}</dd>
            </div>
          ))}
        </dl>
        <Notice>
          {t('staff.handOver.text')} {t('staff.handOver.lasts', { n: temporaryPasswordDays })}
        </Notice>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="out"
          size="sm"
          icon={<Copy size={18} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {t('staff.handOver.copy')}
        </Button>
        <Button
          kind="out"
          size="sm"
          icon={<Printer size={18} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => print()}
        >
          {t('staff.handOver.print')}
        </Button>
      </div>
    </>
  );
}
