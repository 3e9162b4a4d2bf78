import { t } from '#web/i18n.ts';
import { cx } from './cx.ts';

/** A turning ring in the colour of the text around it; say beside it what is being waited for. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'size-4 flex-none rounded-full border-2 border-current border-e-transparent animate-spin',
        className,
      )}
    />
  );
}

/** Where the whole of a page is waited for. */
export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-ink-2">
      <Spinner />
      <span className="sr-only">{t('common.state.loading')}</span>
    </div>
  );
}
