import { Copy } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { copyText } from './copy-text.ts';

/** Shown if the clinic cannot send messages to the patient: her link in full, to copy or write down. */
export function BookedLinkToKeep({ link }: { link: string }) {
  const address = new URL(link, location.href).href;
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
        onClick={() => void copyText(address, 'booking.booked.linkCopied')}
      >
        {t('booking.booked.copyLink')}
      </Button>
    </Notice>
  );
}
