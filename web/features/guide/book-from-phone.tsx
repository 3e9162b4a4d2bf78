import type { Guide } from '#shared/contract/connections/guide.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { QrCode } from '#web/ui/drawings/qr-code.tsx';

/**
 * Lets the owner book like a patient: a QR code for a phone, or only the address if phones cannot reach
 * this server.
 */
export function BookFromPhone({ guide: { bookAt, onlyHere } }: { guide: Guide }) {
  const way = onlyHere ? 'here' : 'phone';
  return (
    <Card as="section" className="grid gap-3 p-5 md:p-6">
      <h3 className="display card-title">{t(`guide.try.title.${way}`)}</h3>
      {!onlyHere && (
        <QrCode text={bookAt} label={t('guide.code')} className="w-40 rounded-item border border-line" />
      )}
      <p className="text-small leading-[1.6] text-ink-2">{t(`guide.try.text.${way}`)}</p>
      <p className="text-small break-all">
        <bdi className="ltr">{bookAt}</bdi>
      </p>
    </Card>
  );
}
