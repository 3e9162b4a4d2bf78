import { changeImport, type Import } from '#shared/contract/connections/imports.ts';
import { isReadingDoubt, type ReadingDoubt, type WhyCode } from '#shared/domain/imports/verdicts.ts';
import { useChange } from '#web/api/changes.ts';
import { formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';

const reasonGroups = {
  name: ['noName'],
  total: ['total'],
  headingsAgain: ['headingsAgain'],
  secondTable: ['secondTable'],
  long: ['long'],
  phone: ['phoneShort', 'phoneLong', 'phoneWrong', 'phoneRounded'],
  formula: ['formulaError'],
  order: ['dayOrder'],
  date: ['dayUnreadable', 'dayMissing', 'dayFar'],
  time: ['timeUnreadable', 'timeSkipped'],
  upcoming: ['timeNeeded'],
  branch: ['branchUnknown', 'branchNeeded'],
  service: ['serviceUnknown', 'serviceNeeded'],
  doctor: ['doctorUnknown'],
  status: ['statusUnknown', 'statusAhead'],
  cells: ['moreCells', 'fewerCells', 'rowsInCell'],
  closed: ['closed'],
  doctorAway: ['doctorAway'],
  taken: ['taken', 'busy', 'doctorBusy'],
  patient: ['soundsAlike', 'soundsAlikeRow', 'sameName', 'numberUnconfirmed'],
  firstLeft: ['firstLeft'],
  stays: ['stays'],
} as const satisfies Record<string, readonly WhyCode[]>;
type ReasonGroup = keyof typeof reasonGroups;

interface SkipReason {
  readonly group: ReasonGroup;
  readonly codes: readonly ReadingDoubt[];
  readonly n: number;
  readonly canBeAccepted: boolean;
}

const reasonGroupNames = Object.keys(reasonGroups) as ReasonGroup[];
const findReasonGroup = (code: WhyCode): ReasonGroup =>
  reasonGroupNames.find((group) => (reasonGroups[group] as readonly WhyCode[]).includes(code)) ?? 'name';

/** Reasons for skipped rows, most frequent first. */
function listSkipReasons({ reasons }: Import): SkipReason[] {
  return reasonGroupNames
    .map((group) => {
      const of = reasons.filter(({ code }) => findReasonGroup(code) === group);
      const codes = of.map(({ code }) => code).filter(isReadingDoubt);
      const canBeAccepted = codes.length === of.length && of.every((reason) => reason.canBeAccepted);
      return { group, codes, n: of.reduce((sum, { n }) => sum + n, 0), canBeAccepted };
    })
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
}

/** Counts every line of the file and says why rows are skipped. The numbers add up. */
export function ImportLineSummary({ file }: { file: Import }) {
  const { account, counts, left, total, state } = file;
  if (!account) return null;
  const out = counts.doubtful + counts.wrong + left;
  const { lines, headings, above, empty, breaks } = account;
  const parts = { headings, above, empty, breaks, rows: total };
  return (
    <section className="grid gap-3">
      <SectionHeader title={t('import.account.title')} />
      <Card as="section" className="grid gap-x-10 gap-y-4 p-5 text-small sm:grid-cols-2">
        <dl className="grid content-start gap-1">
          <Line label={t('import.account.lines')} n={lines} strong />
          {(Object.keys(parts) as (keyof typeof parts)[])
            .filter((part) => parts[part] > 0 || part === 'rows')
            .map((part) => (
              <Line key={part} label={t(`import.account.${part}`)} n={parts[part]} />
            ))}
        </dl>
        <dl className="grid content-start gap-1">
          <Line label={t('import.account.rows')} n={total} strong />
          <Line label={t(state === 'done' ? 'import.account.in' : 'import.account.ready')} n={total - out} />
          <Line label={t('import.account.out')} n={out} />
        </dl>
        {out > 0 && <Reasons file={file} />}
      </Card>
    </section>
  );
}

const Line = ({ label, n, strong = false }: { label: string; n: number; strong?: boolean }) => (
  <div className={strong ? 'flex justify-between font-strong' : 'flex justify-between text-ink-2'}>
    <dt>{label}</dt>
    <dd className="num">{formatNumberInLang(n)}</dd>
  </div>
);

function Reasons({ file }: { file: Import }) {
  const { mutate, isPending } = useChange(changeImport, { untilRead: true });
  const { accepted } = file;
  const accept = (codes: readonly ReadingDoubt[]) =>
    mutate({
      params: { id: file.id },
      body: { accepted: [...new Set([...accepted, ...codes])] },
    });
  return (
    <div className="grid gap-2 border-t border-line pt-4 sm:col-span-2">
      <h3 className="text-small font-strong">{t('import.account.reasons')}</h3>
      <ul className="grid gap-1">
        {listSkipReasons(file).map(({ group, codes, n, canBeAccepted }) => (
          <li key={group} className="flex min-h-8 flex-wrap items-center gap-x-3">
            <span>{t(`import.reason.${group}`)}</span>
            <span className="num text-ink-2">{formatNumberInLang(n)}</span>
            {file.state === 'checked' && canBeAccepted && (
              <Button
                kind="gho"
                size="sm"
                busy={isPending}
                aria-label={t('import.account.acceptOf', { n, reason: t(`import.reason.${group}`) })}
                onClick={() => accept(codes)}
              >
                {t('import.account.accept', { n })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Doubts that are accepted for all rows, and a button that undoes this. */
export function AcceptedDoubts({ file }: { file: Import }) {
  const { mutate, isPending } = useChange(changeImport, { untilRead: true });
  if (file.accepted.length === 0) return null;
  const names = [...new Set(file.accepted.map(findReasonGroup))].map((group) => t(`import.reason.${group}`));
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small text-ink-2">
      {t('import.account.accepted', { reasons: joinWithComma(...names) })}
      <Button
        kind="gho"
        size="sm"
        busy={isPending}
        onClick={() => mutate({ params: { id: file.id }, body: { accepted: [] } })}
      >
        {t('import.account.ask')}
      </Button>
    </p>
  );
}
