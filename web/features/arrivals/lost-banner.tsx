import { WifiOff } from 'lucide-react';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';

/** The line is gone: of when this is, and what is kept until it is back. */
export function LostBanner({ since, kept, onTry }: { since: Date; kept: number; onTry(): void }) {
  const time = formatTime(currentLang(), clinicClock(since).time);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-[14px] rounded-card bg-pending-bg px-4 py-3 text-small text-pending"
    >
      <WifiOff size={22} strokeWidth={1.7} aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-56">
        <b className="block text-ui font-strong">{t('desk.lost.title', { time })}</b>
        {kept > 0 ? t('desk.lost.kept', { n: kept }) : t('desk.lost.text')}
      </p>
      <Button kind="out" size="sm" onClick={onTry}>
        {t('desk.lost.tryNow')}
      </Button>
    </div>
  );
}
