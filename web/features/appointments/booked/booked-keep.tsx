import { Copy } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** No message reaches her: the link she keeps instead, whole, to copy or to write down. */
export function BookedKeep({ link }: { link: string }) {
  const address = new URL(link, location.href).href;
  async function copy() {
    await navigator.clipboard.writeText(address).then(
      () => toast({ kind: 'success', title: t('booking.booked.linkCopied') }),
      () => toast({ kind: 'error', title: t('booking.booked.notCopied'), description: address }),
    );
  }
  return (
    <Notice kind="warn" title={t('booking.booked.noMessage')}>
      <p>{t('booking.booked.keepText')}</p>
      <p className="my-2">
        <a href={link} className="link ltr text-small wrap-anywhere">
          {address}
        </a>
      </p>
      <Button
        kind="out"
        size="sm"
        icon={<Copy size={18} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {t('booking.booked.copyLink')}
      </Button>
    </Notice>
  );
}
