import { ChevronRight } from 'lucide-react';
import { actOnCalls, type Callee, listCalls } from '#shared/contract/desk/calls.ts';
import { listDisruptions } from '#shared/contract/disruptions.ts';
import type { CallAct } from '#shared/domain/messages/calls.ts';
import { useChange } from '#web/api/changes.ts';
import { listEndProps, listLoadedRows, listTotal, useList } from '#web/api/lists.ts';
import { formatClinicTime } from '#web/api/own/call-text.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import type { PatientToCall } from './call-line.tsx';
import { CallList } from './call-list.tsx';
import { formatDisruptionTitle } from './disruption-title.ts';
import { type DisruptionNames, formatTimeAtBranch, useDisruptionNames } from './names.ts';
import { runDisplacedAct } from './use-displaced-acts.ts';

const pageSize = 100;
/** Number of entries loaded first in lists of lower priority. */
const recentCallsLimit = 30;

/**
 * Patients whom the desk has to call: after a change, after a message to many that did not reach them, or at
 * their own request about an offer.
 */
export function ClinicCalls() {
  const names = useDisruptionNames();
  const open = useList(listCalls, { query: { which: 'open', limit: pageSize } });
  const over = useList(listCalls, { query: { which: 'called', limit: recentCallsLimit } });
  const { error, refetch } = open;
  const { mutateAsync: send } = useChange(actOnCalls, { untilRead: true });
  if (error && !open.data)
    return <LoadFailed title={t('plans.loadFailed')} reason={error.message} onAgain={() => void refetch()} />;
  if (!open.data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-28 rounded-card!" />
      </LoadingRegion>
    );
  const toCall = listLoadedRows(open);
  const called = listLoadedRows(over);
  const act = (name: CallAct, key: string, said?: string) =>
    runDisplacedAct(name, async () => {
      const found = [...toCall, ...called].find((row) => getCalleeKey(row) === key);
      if (!found) return { done: 0, left: [] };
      const { about, id } = found;
      return send({ body: { act: name, about, calls: [id], ...(said ? { said } : {}) } });
    });
  return (
    <div className="grid max-w-3xl gap-4">
      <DisruptionsToCall names={names} />
      <CallList
        rows={toCall.map((row) => toCallRow(row, names))}
        called={called.map((row) => toCallRow(row, names))}
        onAct={act}
        paged={{
          total: listTotal(open),
          end: listEndProps(open),
          calledTotal: listTotal(over),
          calledEnd: listEndProps(over),
        }}
      >
        <p className="border-t border-line px-4 py-3 text-small text-ink-2">{t('plans.call.text')}</p>
      </CallList>
    </div>
  );
}

const getCalleeKey = ({ about, id }: Callee): string => `${about}-${id}`;

function toCallRow(row: Callee, names: DisruptionNames): PatientToCall<string> {
  const at = formatClinicTime(row.sentAt);
  const time = formatTimeAtBranch(row, 0, names);
  if (row.about === 'offer')
    return { ...row, key: getCalleeKey(row), why: t('plans.call.asked', { at, time }) };
  return {
    ...row,
    key: getCalleeKey(row),
    why: time,
    words: (
      <span className="grid gap-1 rounded-item bg-sunk px-3 py-2 text-small">
        <span className="text-xs text-ink-2">
          {row.sentBy ? t('plans.call.wrote', { at, name: row.sentBy }) : t('plans.call.written', { at })}
        </span>
        <span dir="auto" className="wrap-anywhere">
          {row.words}
        </span>
      </span>
    ),
  };
}

/**
 * Absences and changed hours with patients to call; they are called from the page of the disruption, beside
 * the offered times.
 */
function DisruptionsToCall({ names }: { names: DisruptionNames }) {
  const list = useList(listDisruptions, { query: { which: 'call', limit: recentCallsLimit } });
  const open = listLoadedRows(list);
  if (open.length === 0) return null;
  return (
    <Card className="p-0!">
      <ul aria-label={t('plans.call.changes')}>
        {open.map((head) => (
          <li key={head.id} className="not-first:border-t not-first:border-line">
            <a
              href={`/clinic/disruptions/${head.id}`}
              className="flex min-h-tap items-center justify-between gap-3 px-4 py-2 hover:text-accent"
            >
              <span className="min-w-0 font-strong">{formatDisruptionTitle(head, names)}</span>
              <span className="flex flex-none items-center gap-2 text-small">
                {t('plans.call.count', { n: head.counts.call ?? 0 })}
                <ChevronRight size={18} strokeWidth={1.7} aria-hidden="true" className="rtl:-scale-x-100" />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="border-t border-line px-4 py-3">
          <ListEnd {...listEndProps(list)} />
        </div>
      )}
    </Card>
  );
}
