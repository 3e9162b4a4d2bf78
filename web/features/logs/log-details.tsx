import { t } from '#web/i18n.ts';

/** Details of an entry as sent: names and values, left to right. */
export function LogDetails({ details }: { details: unknown }) {
  if (details === null || details === undefined) return null;
  const text = typeof details === 'string' ? details : JSON.stringify(details, null, 2);
  return (
    <details>
      <summary className="inline-flex min-h-tap items-center text-xs font-strong text-accent">
        {t('logs.showDetails')}
      </summary>
      <pre
        dir="ltr"
        className="num max-w-full overflow-x-auto rounded-sm bg-sunk p-3 text-start text-xs break-words whitespace-pre-wrap"
      >
        {text}
      </pre>
    </details>
  );
}
