import { MonitorPlay, Printer, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listScreens, makeScreen, revokeScreen, type Screen } from '#shared/contract/screens.ts';
import { formatAgo } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { CopyBox } from '#web/ui/form/copy-box.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { MenuItem } from '#web/ui/overlay/menu.tsx';

const kinds = {
  screen: {
    Icon: MonitorPlay,
    open: 'desk.screens.open',
    text: 'desk.screens.text',
    make: 'desk.screens.make',
    none: 'desk.screens.none',
    end: 'desk.screens.end',
  },
  poster: {
    Icon: QrCode,
    open: 'desk.posters.open',
    text: 'desk.posters.text',
    make: 'desk.posters.make',
    none: 'desk.posters.none',
    end: 'desk.posters.end',
  },
} as const;

/** Menu items for the screens of a branch's waiting room and its poster. */
export const ScreensItems = ({ onOpen }: { onOpen(kind: Screen['kind']): void }) =>
  (['screen', 'poster'] as const).map((kind) => {
    const { Icon, open: label } = kinds[kind];
    return (
      <MenuItem
        key={kind}
        icon={<Icon size={18} strokeWidth={1.7} aria-hidden="true" />}
        onSelect={() => onOpen(kind)}
      >
        {t(label)}
      </MenuItem>
    );
  });

export interface ScreensDialogProps {
  kind: Screen['kind'];
  locationId: number;
  branch: string;
  onClose(): void;
}

/** Links of screens or posters: create, inspect and end them. */
export function ScreensDialog({ kind, locationId, branch, onClose }: ScreensDialogProps) {
  const words = kinds[kind];
  const { data } = useRead(listScreens, { query: { locationId } });
  const screens = data?.filter((screen) => screen.kind === kind);
  const { mutateAsync: make, isPending: making } = useChange(makeScreen, { untilRead: true });
  const { mutateAsync: end } = useChange(revokeScreen, { untilRead: true });
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const doing = (act: Promise<unknown>) => {
    setProblem(undefined);
    return act.catch((error: unknown) => setProblem(getErrorMessage(error, t('error.unknown'))));
  };
  async function another() {
    const made = await make({ body: { locationId, kind } });
    setLink(`${window.location.origin}${made.link}`);
  }
  return (
    <Dialog
      open
      size="md"
      title={t(words.open)}
      description={t(words.text, { branch })}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      actions={
        <Button busy={making} onClick={() => void doing(another())}>
          {t(words.make)}
        </Button>
      }
    >
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
      {link && (kind === 'poster' ? <NewPoster link={link} /> : <NewLink link={link} />)}
      {screens?.length === 0 && <p className="text-ink-2">{t(words.none)}</p>}
      <ul className="grid gap-2">
        {screens?.map((screen) => (
          <li key={screen.id} className="flex items-center gap-3 rounded-item border border-line ps-4">
            <span className="min-w-0 flex-1 text-small">{formatScreenHistory(screen)}</span>
            <IconButton
              label={joinWithComma(t(words.end), formatScreenHistory(screen))}
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

const formatScreenHistory = ({ createdAt, createdBy, seenAt }: Screen): string => {
  const ago = (at: string) => formatAgo(currentLang(), at, now());
  return joinWithComma(
    t('desk.screens.made', { when: ago(createdAt), name: createdBy }),
    seenAt ? t('desk.screens.seen', { when: ago(seenAt) }) : t('desk.screens.neverSeen'),
  );
};

/** A new poster to print; its link is valid until somebody ends it. */
function NewPoster({ link }: { link: string }) {
  return (
    <Notice title={t('desk.posters.once')}>
      <ButtonLink
        kind="out"
        size="sm"
        className="mt-2"
        target="_blank"
        rel="noreferrer"
        href={`/clinic/poster#${link.split('/').at(-1) ?? ''}`}
        icon={<Printer size={18} strokeWidth={1.7} aria-hidden="true" />}
      >
        {t('desk.posters.print')}
      </ButtonLink>
    </Notice>
  );
}

const NewLink = ({ link }: { link: string }) => (
  <Notice title={t('desk.screens.once')}>
    <CopyBox className="mt-2" label={t('desk.screens.open')} value={link} />
  </Notice>
);
