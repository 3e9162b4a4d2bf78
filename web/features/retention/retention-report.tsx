import { listRetentionRuns, type RetentionRun } from '#shared/contract/own/retention.ts';
import { formatLongDate } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { retentionKinds } from '#shared/domain/retention-rules.ts';
import { useRead } from '#web/api/hooks.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';

const formatRemovedData = ({ removed }: RetentionRun): string =>
  joinWithComma(
    ...retentionKinds.map((kind) => {
      const n = removed[kind] ?? 0;
      return n > 0 ? t(`admin.retention.${kind}`, { n }) : null;
    }),
  ) || t('admin.retention.nothing');

/** What each nightly run of the retention policy deleted. */
export function RetentionReport({ lang }: { lang: Lang }) {
  const { data, isError } = useRead(listRetentionRuns);
  return (
    <Card as="section" aria-labelledby="retention" className="mt-5 grid max-w-[860px] gap-4 p-5 md:p-6">
      <div>
        <h2 id="retention" className="card-title">
          {t('admin.retention.title')}
        </h2>
        <p className="mt-1 text-small text-ink-2">{t('admin.retention.text')}</p>
      </div>
      {isError && <Notice kind="danger">{t('admin.retention.failed')}</Notice>}
      {data?.length === 0 && <p className="text-ui">{t('admin.retention.none')}</p>}
      {data && data.length > 0 && (
        <ul className="num grid">
          {data.map((run) => (
            <li
              key={run.day}
              className="grid gap-x-4 border-t border-line py-3 text-ui md:grid-cols-[240px_1fr]"
            >
              <span>{formatLongDate(lang, run.day)}</span>
              <span className="text-ink-2">
                {joinWithComma(
                  formatRemovedData(run),
                  run.finishedAt ? null : t('admin.retention.unfinished'),
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
