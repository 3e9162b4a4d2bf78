import { Bell, CalendarCheck, PhoneCall, Printer, Send } from 'lucide-react';
import { useState } from 'react';
import type { DisplacedRow, Disruption } from '#shared/contract/disruptions.ts';
import { type DisplacedAct, isActPossible } from '#shared/domain/displaced-state.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { CallList } from './call-list.tsx';
import { DisplacedTable } from './displaced-table.tsx';
import { useDisruptionNames } from './names.ts';
import { OfferAgain } from './offer-again.tsx';
import { type ShownState, StateCounts } from './state-counts.tsx';
import { useDisplacedActs } from './use-displaced-acts.ts';

interface DisruptionViewProps {
  disruption: Disruption;
  listHref: string;
}

const icon = { size: 18, strokeWidth: 1.8, 'aria-hidden': true } as const;

/** Rows to which each action applies. */
const actionPredicates: Record<'remind' | 'move' | 'called', (row: DisplacedRow) => boolean> = {
  remind: ({ state, remindedAt }) => isActPossible('remind', state) && remindedAt === null,
  move: ({ offer, state }) => offer?.isKept === true && isActPossible('move', state),
  called: ({ state }) => state === 'call',
};

/** All displaced appointments and their state; actions apply to the selected rows, or to all rows shown. */
export function DisruptionView({ disruption: { id, rows, counts }, listHref }: DisruptionViewProps) {
  const names = useDisruptionNames();
  const [shown, setShown] = useState<ShownState>('all');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [offering, setOffering] = useState(false);
  const [moving, setMoving] = useState<readonly DisplacedRow[]>([]);
  const { act, doing } = useDisplacedActs(id);
  const visible = rows.filter(({ state }) => shown === 'all' || state === shown);
  const meant = chosen.size === 0 ? visible : visible.filter((row) => chosen.has(row.id));
  const offerable = rows.filter(({ state, offer }) => isActPossible('offer', state) && !offer?.isKept);
  const untold = counts.untold ?? 0;
  const silent = counts.open ?? 0;
  const isOneBranch = new Set(rows.map(({ was }) => was.locationId)).size === 1;
  const calling = rows.flatMap(({ appointmentId, ...row }) => {
    if (appointmentId === null) return [];
    const branch = isOneBranch ? null : names.branch(row.was.locationId);
    return [{ ...row, key: appointmentId, why: joinWithComma(row.why && t(`plans.why.${row.why}`), branch) }];
  });
  const choose = (ids: readonly number[], on: boolean) =>
    setChosen(
      (before) => new Set(on ? [...before, ...ids] : [...before].filter((one) => !ids.includes(one))),
    );
  async function run(name: DisplacedAct, whom: readonly DisplacedRow[]) {
    await act(
      name,
      whom.flatMap(({ appointmentId }) => (appointmentId === null ? [] : [{ appointmentId }])),
    );
    setChosen(new Set());
    setMoving([]);
  }
  const button = (name: keyof typeof actionPredicates, Icon: typeof Bell) => {
    const whom = meant.filter(actionPredicates[name]);
    if (whom.length === 0) return null;
    const press = () => (name === 'move' ? setMoving(whom) : void run(name, whom));
    return (
      <Button kind="out" size="sm" icon={<Icon {...icon} />} busy={doing === name} onClick={press}>
        {t(`plans.act.${name}`, { n: whom.length })}
      </Button>
    );
  };
  return (
    <>
      <StateCounts counts={counts} shown={shown} onShow={setShown} />
      {untold > 0 && !offering && <Notice kind="warn">{t('plans.offer.untold', { n: untold })}</Notice>}
      {offering && <OfferAgain disruptionId={id} listHref={listHref} onDone={() => setOffering(false)} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="every" className="grid min-w-0 gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 id="every" className="card-title">
              {t('plans.every')}
            </h2>
            <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto print:hidden">
              {offerable.length > 0 && !offering && (
                <Button
                  kind={untold > 0 ? 'pri' : 'out'}
                  size="sm"
                  icon={<Send {...icon} />}
                  onClick={() => setOffering(true)}
                >
                  {t(untold > 0 ? 'plans.offer.summary' : 'plans.offer.again', { n: offerable.length })}
                </Button>
              )}
              {button('remind', Bell)}
              {button('move', CalendarCheck)}
              {button('called', PhoneCall)}
              <Button kind="out" size="sm" icon={<Printer {...icon} />} onClick={() => print()}>
                {t('plans.act.print')}
              </Button>
            </div>
          </div>
          <p role="status" className={chosen.size > 0 ? 'text-small text-ink-2' : 'sr-only'}>
            {chosen.size > 0 && t('plans.chosen', { n: chosen.size })}
          </p>
          <DisplacedTable
            rows={visible}
            names={names}
            chosen={chosen}
            onChoose={choose}
            listHref={listHref}
          />
        </section>
        <CallList
          rows={calling.filter(({ state }) => state === 'call')}
          called={calling.filter(({ state }) => state === 'called')}
          onAct={(name, key, said) => act(name, [{ appointmentId: key }], said)}
        >
          {silent > 0 && (
            <p className="border-t border-line px-4 py-3 text-small text-ink-2">
              {t('plans.call.joins', { n: silent })}
            </p>
          )}
        </CallList>
      </div>
      <ConfirmDialog
        open={moving.length > 0}
        title={t('plans.act.moveTitle', { n: moving.length })}
        description={t('plans.act.moveText')}
        confirmLabel={t('plans.act.moveDo')}
        safeLabel={t('common.action.cancel')}
        closeLabel={t('common.action.close')}
        busy={doing === 'move'}
        onCancel={() => setMoving([])}
        onConfirm={() => void run('move', moving)}
      />
    </>
  );
}
