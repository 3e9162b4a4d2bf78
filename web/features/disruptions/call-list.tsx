import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTotal, formatTotalSentence } from '#web/api/lists.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { Count } from '#web/ui/count.tsx';
import { useLostFocusReturn } from '#web/ui/frame/use-focus-kept.ts';
import { ListEnd, type ListEndProps } from '#web/ui/list-end.tsx';
import { CalledLine, type CallHandler, CallLine, type CallRowKey, type PatientToCall } from './call-line.tsx';

interface CallListProps<Key extends CallRowKey> {
  /** Patients to call. */
  rows: readonly PatientToCall<Key>[];
  /** Patients who were called. */
  called: readonly PatientToCall<Key>[];
  onAct: CallHandler<Key>;
  /** Totals and the control that loads more, if the lists are incomplete. */
  paged?: { total: string; end: ListEndProps; calledTotal: string; calledEnd: ListEndProps };
  /** Content below the list. */
  children?: ReactNode;
}

/** Patients to call, those already tried last, and patients who were called, which can be undone. */
export function CallList<Key extends CallRowKey>({
  rows,
  called,
  onAct,
  paged,
  children,
}: CallListProps<Key>) {
  const { place: heading, acted } = useLostFocusReturn<HTMLHeadingElement>();
  const act: CallHandler<Key> = (...what) => {
    acted();
    return onAct(...what);
  };
  const inOrder = rows.toSorted((a, b) => (a.triedAt ?? '').localeCompare(b.triedAt ?? ''));
  return (
    <Card className="grid content-start gap-0 p-0! print:hidden">
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 px-4 py-3 font-text! text-body! font-strong"
      >
        <Phone size={18} strokeWidth={1.8} aria-hidden="true" /> {t('plans.call.title')}{' '}
        <Count>{paged ? formatTotal(paged.total) : formatNumberInLang(rows.length)}</Count>
      </h2>
      {rows.length === 0 && (
        <p className="border-t border-line px-4 py-3 text-ui text-ink-2">{t('plans.call.none')}</p>
      )}
      <ul aria-label={t('plans.call.title')}>
        {inOrder.map((row) => (
          <CallLine key={row.key} row={row} onAct={act} />
        ))}
      </ul>
      {paged?.end.more && <MoreCallsButton {...paged.end} />}
      {called.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex min-h-tap cursor-pointer items-center px-4 text-ui font-strong">
            {formatTotalSentence(paged?.calledTotal ?? String(called.length), {
              exactly: 'plans.call.over',
              over: 'plans.call.moreOver',
            })}
          </summary>
          <ul aria-label={t('plans.state.called')}>
            {called.map((row) => (
              <CalledLine key={row.key} row={row} onAct={act} />
            ))}
          </ul>
          {paged?.calledEnd.more && <MoreCallsButton {...paged.calledEnd} />}
        </details>
      )}
      {children}
    </Card>
  );
}

const MoreCallsButton = (end: ListEndProps) => (
  <div className="border-t border-line px-4 py-3">
    <ListEnd {...end} />
  </div>
);
