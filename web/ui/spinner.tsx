import { t } from '#web/i18n.ts';
import { cx } from './cx.ts';

/** A spinner in the colour of the surrounding text; add a text that says what is loading. */
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

/** A spinner for a page that is loading. */
export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-ink-2">
      <Spinner />
      <span className="sr-only">{t('common.state.loading')}</span>
    </div>
  );
}
