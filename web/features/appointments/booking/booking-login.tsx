import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';

/** Panel for visitors above the steps. The form below also books without an account. */
export function LoginRequired({ onLogIn }: { onLogIn(): void }) {
  return (
    <section
      aria-labelledby="book-login"
      className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-ctl bg-tint px-4 py-3 in-data-signed-in:hidden"
    >
      <div className="min-w-0 flex-[1_1_220px]">
        <h3 id="book-login" className="text-ui!">
          {t('booking.loginRequired.title')}
        </h3>
        <p className="text-small leading-snug text-ink-2">{t('booking.loginRequired.text')}</p>
      </div>
      <Button kind="out" size="sm" onClick={onLogIn}>
        {t('booking.loginRequired.button')}
      </Button>
    </section>
  );
}
