import { MonitorPlay, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listScreens, makeScreen, revokeScreen, type Screen } from '#shared/contract/screens.ts';
import { formatAgo } from '#shared/domain/time-words.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joined, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

/** A tool of the day: the screens of a branch's waiting room. */
export function ScreensButton({ locationId, branch }: { locationId: number; branch: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('desk.screens.open')} onClick={() => setOpen(true)}>
        <MonitorPlay size={20} strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
      {open && <ScreensDialog locationId={locationId} branch={branch} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ScreensDialogProps {
  locationId: number;
  branch: string;
  onClose(): void;
}

/** The links that show the waiting room's screen: made, looked after, ended. */
function ScreensDialog({ locationId, branch, onClose }: ScreensDialogProps) {
  const { data: screens } = useRead(listScreens, { query: { locationId } });
  const { mutateAsync: make, isPending: making } = useChange(makeScreen, { untilRead: true });
  const { mutateAsync: end } = useChange(revokeScreen, { untilRead: true });
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const doing = (act: Promise<unknown>) => {
    setProblem(undefined);
    return act.catch((error: unknown) => setProblem(reasonOf(error, t('error.unknown'))));
  };
  async function another() {
    const made = await make({ body: { locationId } });
    setLink(`${window.location.origin}${made.link}`);
  }
  return (
    <Dialog
      open
      size="md"
      title={t('desk.screens.open')}
      description={t('desk.screens.text', { branch })}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      actions={
        <Button busy={making} onClick={() => void doing(another())}>
          {t('desk.screens.make')}
        </Button>
      }
    >
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
      {link && <NewLink link={link} />}
      {screens?.length === 0 && <p className="text-ink-2">{t('desk.screens.none')}</p>}
      <ul className="grid gap-2">
        {screens?.map((screen) => (
          <li key={screen.id} className="flex items-center gap-3 rounded-item border border-line ps-4">
            <span className="min-w-0 flex-1 text-small">{wordsOf(screen)}</span>
            <IconButton
              label={joined(t('desk.screens.end'), wordsOf(screen))}
              onClick={() => void doing(end({ params: { id: screen.id } }))}
            >
              <Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const wordsOf = ({ createdAt, createdBy, seenAt }: Screen): string => {
  const ago = (at: string) => formatAgo(currentLang(), at, now());
  return joined(
    t('desk.screens.made', { when: ago(createdAt), name: createdBy }),
    seenAt ? t('desk.screens.seen', { when: ago(seenAt) }) : t('desk.screens.neverSeen'),
  );
};

function NewLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  }
  return (
    <Notice title={t('desk.screens.once')}>
      <span className="mt-2 flex gap-2">
        <TextInput
          readOnly
          dir="ltr"
          aria-label={t('desk.screens.open')}
          value={link}
          onFocus={({ target }) => target.select()}
        />
        <Button kind="out" className="flex-none" onClick={() => void copy().catch(() => undefined)}>
          {t(copied ? 'desk.screens.copied' : 'desk.screens.copy')}
        </Button>
      </span>
    </Notice>
  );
}
