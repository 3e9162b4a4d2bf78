import { CircleAlert, Eye } from 'lucide-react';
import { Suspense, useState } from 'react';
import { listOpenings, type Opening } from '#shared/contract/own/privacy.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { listEndProps, listLoadedRows, listTotal, useList } from '#web/api/lists.ts';
import { currentLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { PrivacyCard } from './privacy-card.tsx';

const FileAccessReport = lazyPart(() =>
  loadWithMessages(['privacy'], () => import('./opening-report.tsx')).then((m) => m.FileAccessReport),
);

/** Who accessed the patient's file: one entry per person and day. */
export function Openings({ patientId }: { patientId: number }) {
  const [isReporting, setReporting] = useState(false);
  const entries = listLoadedRows(useFileAccessList(patientId)).map(formatAccessEntry);
  return (
    <PrivacyCard icon={Eye} title={t('privacy.openings.title')} text={t('privacy.openings.text')}>
      <OpeningsList patientId={patientId} />
      {entries.length > 0 && (
        <Button
          kind="gho"
          size="sm"
          className="justify-self-start"
          onClick={() => setReporting(true)}
          icon={<CircleAlert size={18} strokeWidth={1.7} aria-hidden="true" />}
        >
          {t('privacy.openings.wrong')}
        </Button>
      )}
      <Suspense fallback={null}>
        {isReporting && <FileAccessReport entries={entries} onClose={() => setReporting(false)} />}
      </Suspense>
    </PrivacyCard>
  );
}

const useFileAccessList = (patientId: number) =>
  useList(listOpenings, { params: { id: patientId }, query: { limit: 10 } });

/** The access list of the signed-in patient or of a person in their care. */
export function OpeningsList({ patientId }: { patientId: number }) {
  const list = useFileAccessList(patientId);
  if (list.isError && !list.data)
    return (
      <LoadFailed
        title={t('privacy.openings.failed')}
        reason={list.error.message}
        onAgain={() => void list.refetch()}
      />
    );
  if (!list.data)
    return (
      <LoadingRegion label={t('common.state.loading')} className="grid gap-2">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </LoadingRegion>
    );
  const openings = listLoadedRows(list);
  if (openings.length === 0) return <p className="text-ui text-ink-2">{t('privacy.openings.none')}</p>;
  return (
    <>
      <ul className="grid">
        {openings.map((opening, index) => (
          // People without a name have no id, so the index completes the key.
          <Line key={`${opening.day} ${index}`} opening={opening} />
        ))}
      </ul>
      <ListEnd
        {...listEndProps(list, t('privacy.openings.total', { n: Number.parseInt(listTotal(list), 10) }))}
      />
    </>
  );
}

/** Who accessed the file: name and role at the clinic. */
function formatAccessor({ own, name, nameAr, role }: Opening): string {
  if (own) return t('privacy.openings.own');
  const guardian = role === 'patient' || role === 'user';
  if (name === null) {
    if (guardian) return t('privacy.openings.relative');
    // Without a name: the clinic's owner, who is never named, or staff deleted since.
    return role === 'admin' || role === 'program'
      ? t('privacy.openings.clinic')
      : t('privacy.openings.gone', { role: t(`privacy.openings.role.${role}`) });
  }
  const called = pickLanguage(name, nameAr);
  if (guardian) return t('privacy.openings.guardian', { name: called });
  if (role === 'program') return t('privacy.openings.program', { name: called });
  return t('privacy.openings.person', { name: called, role: t(`privacy.openings.role.${role}`) });
}

function formatAccessedPart({ role, notes }: Opening): string {
  const guardian = role === 'patient' || role === 'user';
  if (guardian) return t(notes ? 'privacy.openings.guardianRead' : 'privacy.openings.guardianSaw');
  return t(notes ? 'privacy.openings.notes' : 'privacy.openings.file');
}

/** An entry as one line of text. */
const formatAccessEntry = (opening: Opening): string =>
  `${joinWithComma(formatAccessor(opening), formatDate(currentLang(), opening.day))}: ${formatAccessedPart(opening)}`;

function Line({ opening }: { opening: Opening }) {
  const { name, nameAr, day } = opening;
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-t-0">
      <Avatar name={name === null ? '' : pickLanguage(name, nameAr)} />
      <span className="min-w-0 flex-1 text-ui leading-snug">
        <span className="flex flex-wrap justify-between gap-x-4">
          <b className="font-strong wrap-anywhere">{formatAccessor(opening)}</b>
          <time dateTime={day} className="num text-small text-ink-2">
            {formatDate(currentLang(), day)}
          </time>
        </span>
        <span className="block text-small text-ink-2">{formatAccessedPart(opening)}</span>
      </span>
    </li>
  );
}
