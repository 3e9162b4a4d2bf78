import { formatNumberInLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';

/** Ticket number of the day, in an arch; dashed if there is none. */
export function Ticket({ n, small, current }: { n: number | null; small?: boolean; current?: boolean }) {
  return (
    <span className={cx('ticket', small && 'is-small', current && 'is-current', n === null && 'is-none')}>
      <span className="sr-only">
        {n === null ? t('desk.card.noTicket') : t('desk.card.ticket', { n: formatNumberInLang(n) })}
      </span>
      <span aria-hidden="true">{n === null ? '–' : formatNumberInLang(n)}</span>
    </span>
  );
}
