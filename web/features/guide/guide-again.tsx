import { putGuide } from '#shared/contract/connections/guide.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Shows the guide again after it was closed. */
export function GuideAgain() {
  const { mutateAsync, isPending, error } = useChange(putGuide);
  async function show() {
    await mutateAsync({ body: { away: false } });
    location.assign('/admin/dashboard');
  }
  return (
    <Card as="section" className="grid max-w-[860px] justify-items-start gap-3 p-5 md:p-6">
      <h2 className="card-title">{t('admin.settings.guide')}</h2>
      <p className="text-ui text-ink-2">{t('admin.settings.guideText')}</p>
      <Button kind="out" busy={isPending} onClick={() => void show().catch(() => undefined)}>
        {t('admin.settings.guideShow')}
      </Button>
      {error && (
        <Notice kind="danger" live>
          {getErrorMessage(error, t('error.unknown'))}
        </Notice>
      )}
    </Card>
  );
}
