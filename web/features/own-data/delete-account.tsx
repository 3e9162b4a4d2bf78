import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { askDeletion, type DeletionTerms, deleteOwnAccount } from '#shared/contract/own/own-data.ts';
import { formatVisit, formatYear } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { ensureProof, useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

function describeKeptData({ visits, until }: DeletionTerms, lang: Lang): string {
  if (until === null) return t('privacy.data.delete.keepsNothing');
  const year = formatYear(lang, `${until}-01-01`);
  return visits === 0
    ? t('privacy.data.delete.keepsNotes', { year })
    : t('privacy.data.delete.keeps', { n: visits, year });
}

/**
 * Appointments that will be cancelled with the account: the user's own and those of persons in the user's
 * care.
 */
function VisitsToCancel({ visits, lang }: { visits: DeletionTerms['toCome']; lang: Lang }) {
  return (
    <div className="grid gap-2">
      <p className="num text-small font-medium">{t('privacy.data.delete.toCome', { n: visits.length })}</p>
      <ul className="num grid max-h-56 gap-1 overflow-y-auto text-small text-ink-2">
        {visits.map((visit) => (
          <li key={visit.id}>
            {joinWithComma(
              formatVisit(lang, visit.appointmentDate, visit.appointmentTime),
              pickLanguage(visit.locationName, visit.locationNameAr),
              visit.patient,
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Deletes the user's account; says beforehand what data is kept. `onDeleted` leaves the page. */
export function DeleteAccount({ lang, onDeleted }: { lang: Lang; onDeleted(): void }) {
  const terms = useRead(askDeletion);
  const [asking, setAsking] = useState(false);
  const { mutate: go, isPending, error, reset } = useChange(deleteOwnAccount);
  if (!terms.data) return null;
  const { toCome } = terms.data;
  const stays = describeKeptData(terms.data, lang);
  return (
    <div className="grid gap-3 border-t border-line pt-4 md:grid-cols-[1fr_auto] md:items-start">
      <div className="grid gap-1">
        <h3 className="text-ui font-strong">{t('privacy.data.delete.title')}</h3>
        <p className="num max-w-[60ch] text-small leading-[1.5] text-ink-2">
          {t('privacy.data.delete.text')} {stays}
        </p>
      </div>
      <Button
        kind="dan"
        size="sm"
        icon={<Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />}
        className="justify-self-start"
        onClick={async () => {
          reset();
          // Reloads the list, so that it contains appointments added since.
          if (await ensureProof()) await terms.refetch();
          else return;
          setAsking(true);
        }}
      >
        {t('privacy.data.delete.ask')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('privacy.data.delete.sure')}
        description={`${stays} ${t('privacy.data.delete.final')}`}
        closeLabel={t('common.action.close')}
        safeLabel={t('privacy.data.delete.keep')}
        confirmLabel={t(
          toCome.length > 0 ? 'privacy.data.delete.confirmWithVisits' : 'privacy.data.delete.confirm',
        )}
        busy={isPending}
        busyLabel={t('common.action.deleting')}
        onCancel={() => setAsking(false)}
        onConfirm={() => go({ body: { cancel: toCome.map(({ id }) => id) } }, { onSuccess: onDeleted })}
      >
        {toCome.length > 0 && <VisitsToCancel visits={toCome} lang={lang} />}
        {error && (
          <Notice kind="danger" live>
            {getErrorMessage(error, t('privacy.data.delete.failed'))}
          </Notice>
        )}
      </ConfirmDialog>
    </div>
  );
}
