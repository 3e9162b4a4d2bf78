import { Check, Clock, Phone } from 'lucide-react';
import type { DisplacedRow } from '#shared/contract/disruptions.ts';
import type { DisplacedAct } from '#shared/domain/displaced-state.ts';
import { number, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Count } from '#web/ui/count.tsx';
import { formatAt } from './names.ts';
import { PhoneLink } from './patient-line.tsx';

interface CallListProps {
  rows: readonly DisplacedRow[];
  /** How many have not answered while their time is kept. */
  silent: number;
  onAct(act: DisplacedAct, rows: readonly DisplacedRow[]): void;
}

const icon = { size: 18, strokeWidth: 1.8, 'aria-hidden': true } as const;

/** Whom somebody has to call, who was tried already last. */
export function CallList({ rows, silent, onAct }: CallListProps) {
  const inOrder = rows.toSorted((a, b) => (a.triedAt ?? '').localeCompare(b.triedAt ?? ''));
  return (
    <Card className="grid content-start gap-0 p-0! print:hidden">
      <h2 className="flex items-center gap-2 px-4 py-3 font-text! text-body! font-strong">
        <Phone {...icon} /> {t('plans.call.title')} <Count>{number(rows.length)}</Count>
      </h2>
      {rows.length === 0 && (
        <p className="border-t border-line px-4 py-3 text-ui text-ink-2">{t('plans.call.none')}</p>
      )}
      <ul aria-label={t('plans.call.title')}>
        {inOrder.map((row) => (
          <li
            key={row.id}
            className="grid gap-2 border-t border-line px-4 py-3"
            data-call={row.appointmentId}
          >
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <b className="font-strong" dir="auto">
                {row.patient.name}
              </b>
              <PhoneLink phone={row.patient.phone} />
            </span>
            <span className="text-small text-ink-2">
              {row.why && t(`plans.why.${row.why}`)}
              {row.triedAt && ` · ${t('plans.tried', { at: formatAt(row.triedAt) })}`}
            </span>
            <span className="flex flex-wrap gap-2">
              <Button
                kind="out"
                size="sm"
                icon={<Check {...icon} />}
                aria-label={`${t('plans.call.called')}: ${row.patient.name}`}
                onClick={() => onAct('called', [row])}
              >
                {t('plans.call.called')}
              </Button>
              <Button
                kind="gho"
                size="sm"
                icon={<Clock {...icon} />}
                aria-label={`${t('plans.call.later')}: ${row.patient.name}`}
                onClick={() => onAct('later', [row])}
              >
                {t('plans.call.later')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {silent > 0 && (
        <p className="border-t border-line px-4 py-3 text-small text-ink-2">
          {t('plans.call.joins', { n: silent })}
        </p>
      )}
    </Card>
  );
}
