import { useSyncExternalStore } from 'react';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { KeyList } from '#web/ui/frame/kbd.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { letterShortcuts } from './find-keys.ts';

const keys = [
  {
    title: 'staff.keys.anywhere',
    rows: [
      ['staff.keys.find', '/'],
      ['staff.keys.type', 'A … Z'],
      ['staff.keys.list', '?'],
    ],
  },
  {
    title: 'staff.keys.inSearch',
    rows: [
      ['staff.keys.choose', '↓ ↑'],
      ['staff.keys.openFile', '↵'],
      ['staff.keys.book', 'Ctrl ↵'],
      ['staff.keys.close', 'Esc'],
    ],
  },
  { title: 'staff.keys.writing', rows: [['staff.keys.save', 'Ctrl ↵']] },
] as const;

/** The keyboard shortcuts of staff pages, and a switch to turn them off. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const act = useSyncExternalStore(letterShortcuts.subscribe, letterShortcuts.get, () => true);
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('staff.keys.title')}
      description={t('staff.keys.text')}
      closeLabel={t('common.action.close')}
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {keys.map(({ title, rows }) => (
          <section key={title} className="grid content-start gap-1">
            <h3 className="text-small font-strong text-accent">{t(title)}</h3>
            <KeyList rows={rows.map(([what, key]) => [t(what), key])} />
          </section>
        ))}
      </div>
      <Checkbox
        label={t('staff.keys.switch')}
        checked={act}
        onChange={({ target }) => letterShortcuts.set(target.checked)}
      />
      <p className="-mt-3 text-small text-ink-2">{t('staff.keys.switchHint')}</p>
    </Dialog>
  );
}
