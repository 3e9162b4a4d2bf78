import type { ComponentType } from 'react';
import type { Card, ClinicDay } from '#shared/contract/arrivals.ts';
import type { PatientSearchProps } from '#web/api/own/patient-search.ts';
import { t } from '#web/i18n.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { WalkInForm } from './walk-in-form.tsx';

/** The open dialog of the board. */
export type OpenDialog =
  | { what: 'keys' }
  | { what: 'walk-in'; typed: string }
  | { what: 'move'; card: Card; before: number | null };

interface BoardDialogsProps {
  PatientSearch: ComponentType<PatientSearchProps>;
  open: OpenDialog | null;
  day: ClinicDay | undefined;
  waiting: readonly Card[];
  onGreeted(card: Card): void;
  onMoved(sentence: string): void;
  onClose(): void;
}

/** Dialogs of the board: keyboard shortcuts, another position in the queue, and a walk-in. */
export function BoardDialogs(props: BoardDialogsProps) {
  const { PatientSearch, open, day, waiting, onGreeted, onMoved, onClose } = props;
  switch (open?.what) {
    case 'keys':
      return <KeysDialog onClose={onClose} />;
    case 'move':
      return <MoveDialog {...{ waiting, onMoved, onClose }} card={open.card} before={open.before} />;
    case 'walk-in':
      return (
        day && (
          <Dialog open title={t('desk.walkIn.title')} closeLabel={t('common.action.close')} onClose={onClose}>
            <WalkInForm
              PatientSearch={PatientSearch}
              locationId={day.locationId}
              nextTicket={day.nextTicket}
              typed={open.typed}
              onDone={onGreeted}
            />
          </Dialog>
        )
      );
    default:
      return null;
  }
}
