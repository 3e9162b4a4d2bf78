import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type HomepageSection, listVersions, restoreVersion } from '#shared/contract/homepage.ts';
import { askAnew } from '#shared/contract/own/privacy.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, ifMatch } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

const versionsShownFirst = 4;

interface EditorVersionsProps {
  section: HomepageSection;
  /** Version of the section that the editor shows. */
  seen: string;
  onRestored(): Promise<void>;
  /** Somebody else saved the section meanwhile; nothing was restored. */
  onStale(): Promise<void>;
}

/** Saved versions, newest first; each can be restored. */
export function EditorVersions({ section, seen, onRestored, onStale }: EditorVersionsProps) {
  const lang = currentLang();
  const { data: versions = [] } = useRead(listVersions, { params: { section } });
  const [all, setAll] = useState(false);
  const [asked, setAsked] = useState<(typeof versions)[number] | null>(null);
  const [asking, setAsking] = useState<number | null>(null);
  const ask = useChange(askAnew, { untilRead: true });
  const restore = useChange(restoreVersion, { untilRead: true });

  async function confirm(version: number) {
    try {
      await restore.mutateAsync({ params: { section, version }, ...ifMatch(seen) });
      await onRestored();
      showToast({
        kind: 'success',
        title: t('admin.homepage.restoredTitle'),
        description: t('admin.homepage.savedText'),
      });
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('admin.homepage.saveFailed'),
        description: (error as Error).message,
      });
      if (error instanceof ApiError && error.code === 'stale') await onStale();
    }
    setAsked(null);
  }
  async function askAll(version: number) {
    try {
      await ask.mutateAsync({ params: { version } });
      showToast({ kind: 'success', title: t('admin.homepage.askedAnew') });
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('admin.homepage.saveFailed'),
        description: (error as Error).message,
      });
    }
    setAsking(null);
  }
  const shown = all ? versions : versions.slice(0, versionsShownFirst);
  return (
    <section className="grid gap-2">
      <h2 className="font-text text-small font-strong tracking-normal">{t('admin.homepage.versions')}</h2>
      {versions.length === 0 && <p className="text-small text-ink-2">{t('admin.homepage.noVersions')}</p>}
      <ul className="grid">
        {shown.map((version) => (
          <li
            key={version.version}
            className="flex min-h-12 flex-wrap items-center gap-x-3 border-t border-line py-1"
          >
            <History size={18} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-2" />
            <span className="min-w-0 flex-[1_1_9rem] text-small leading-[1.4]">
              {formatInstant(lang, version.savedAt)}
              <small className="block text-xs text-ink-2">
                {joinWithComma(
                  version.author ?? t('admin.homepage.firstStart'),
                  version.asksAnew ? t('admin.homepage.asksAnew') : null,
                )}
              </small>
            </span>
            {version.current ? (
              <>
                <Badge>{t('admin.homepage.versionCurrent')}</Badge>
                {section === 'privacy' && !version.asksAnew && (
                  <Button kind="gho" size="sm" onClick={() => setAsking(version.version)}>
                    {t('admin.homepage.askAnew')}
                  </Button>
                )}
              </>
            ) : (
              <Button
                kind="gho"
                size="sm"
                aria-label={t('admin.homepage.restoreNamed', { when: formatInstant(lang, version.savedAt) })}
                icon={<Undo2 size={16} strokeWidth={1.7} aria-hidden="true" className="flip" />}
                onClick={() => setAsked(version)}
              >
                {t('admin.homepage.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {versions.length > versionsShownFirst && (
        <Button
          kind="gho"
          size="sm"
          className="justify-self-start"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {t(all ? 'common.action.showLess' : 'common.action.showMore')}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        destructive={false}
        title={t('admin.homepage.restoreTitle', { when: asked ? formatInstant(lang, asked.savedAt) : '' })}
        description={t('admin.homepage.restoreText')}
        safeLabel={t('common.action.cancel')}
        confirmLabel={t('admin.homepage.restore')}
        closeLabel={t('common.action.close')}
        busy={restore.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void confirm(asked.version)}
      />
      <ConfirmDialog
        open={asking !== null}
        destructive={false}
        title={t('admin.homepage.askAnewTitle')}
        description={t('admin.homepage.askAnewText')}
        safeLabel={t('common.action.cancel')}
        confirmLabel={t('admin.homepage.askAnew')}
        closeLabel={t('common.action.close')}
        busy={ask.isPending}
        onCancel={() => setAsking(null)}
        onConfirm={() => asking !== null && void askAll(asking)}
      />
    </section>
  );
}
