import { type MessageKey, t } from '#web/i18n.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { KeyCap } from './ticket.tsx';

const keys: readonly (readonly [MessageKey, readonly string[]])[] = [
  ['desk.keys.find', ['/']],
  ['desk.keys.board', ['Esc', '↓']],
  ['desk.keys.cards', ['↑', '↓', '←', '→']],
  ['desk.keys.columns', ['1', '2', '3', '4']],
  ['desk.keys.next', ['↵']],
  ['desk.keys.arrived', ['A']],
  ['desk.keys.call', ['C']],
  ['desk.keys.seen', ['S']],
  ['desk.keys.left', ['L']],
  ['desk.keys.undo', ['U']],
  ['desk.keys.file', ['O']],
  ['desk.keys.walkIn', ['W']],
  ['desk.keys.move', ['Alt ↑', 'Alt ↓']],
  ['desk.keys.list', ['?']],
];

/** What the keys do on the board. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      open
      size="md"
      title={t('desk.keys.title')}
      description={t('desk.keys.text')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      <dl className="grid gap-x-8 md:grid-cols-2">
        {keys.map(([word, caps]) => (
          <div key={word} className="flex min-h-10 items-center gap-3 border-t border-line text-small">
            <dt>{t(word)}</dt>
            <dd className="ms-auto flex gap-1">
              <span className="sr-only">{caps.join(' ')}</span>
              {caps.map((cap) => (
                <KeyCap key={cap}>{cap}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
