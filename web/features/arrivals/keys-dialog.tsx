import { t } from '#web/i18n.ts';
import { KeyList } from '#web/ui/frame/kbd.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

const keys = [
  ['desk.keys.find', '/'],
  ['desk.keys.board', 'Esc', '↓'],
  ['desk.keys.cards', '↑', '↓', '←', '→'],
  ['desk.keys.columns', '1', '2', '3', '4'],
  ['desk.keys.next', '↵'],
  ['desk.keys.arrived', 'A'],
  ['desk.keys.call', 'C'],
  ['desk.keys.seen', 'S'],
  ['desk.keys.left', 'L'],
  ['desk.keys.undo', 'U'],
  ['desk.keys.open', 'O'],
  ['desk.keys.followUp', 'F'],
  ['desk.keys.note', 'N'],
  ['desk.keys.walkIn', 'W'],
  ['desk.keys.move', 'Alt ↑', 'Alt ↓'],
  ['desk.keys.list', '?'],
] as const;

/** List of the keyboard shortcuts of the board. */
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
      <KeyList className="gap-x-8 md:grid-cols-2" rows={keys.map(([what, ...caps]) => [t(what), ...caps])} />
    </Dialog>
  );
}
