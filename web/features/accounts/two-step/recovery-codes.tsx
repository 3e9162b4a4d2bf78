import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/** New recovery codes, shown only once: the user confirms that they are stored. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ kind: 'success', title: t('common.action.copied') }),
      () => showToast({ kind: 'error', title: t('common.toast.error') }),
    );
  return (
    <Dialog
      open
      locked
      onClose={onKept}
      title={t('account.twoStep.codesTitle')}
      description={t('account.twoStep.codesOnce')}
      closeLabel={t('common.action.close')}
      actions={
        <>
          <Button kind="out" onClick={() => void copy()}>
            {t('account.twoStep.codesCopy')}
          </Button>
          <Button onClick={onKept}>{t('account.twoStep.codesKept')}</Button>
        </>
      }
    >
      <ol className="ltr num grid gap-2 text-small">
        {codes.map((code) => (
          <li key={code} className="rounded-sm bg-tint px-2 py-2 text-center font-strong whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
