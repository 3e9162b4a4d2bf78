import { Keyboard, Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { FoundPatient } from '#shared/contract/users.ts';
import { FindPatient } from '#web/features/patients/find-patient.tsx';
import { t } from '#web/i18n.ts';
import { lazyPart } from '#web/ui/frame/lazy-part.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { focusFind, useFindKeys } from './find-keys.ts';
import type { FoundTask } from './found-desk.tsx';
import { KeysDialog } from './keys-dialog.tsx';

const FoundDesk = lazyPart(() => import('./found-desk.tsx').then((m) => m.FoundDesk));

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** What follows a choice in the search: her file, a visit, or a new patient; loaded when somebody chooses. */
function useFound() {
  const [task, setTask] = useState<FoundTask | null>(null);
  return {
    choices: {
      onOpen: (patient: FoundPatient) => setTask({ open: patient }),
      onBook: (patient: FoundPatient) => setTask({ book: patient }),
      onNew: (typed: string) => setTask({ caller: typed }),
    },
    desk: task && (
      <Suspense fallback={null}>
        <FoundDesk task={task} onDone={() => setTask(null)} />
      </Suspense>
    ),
  };
}

interface FindAnywhereProps {
  onArrival?: boolean | undefined;
  /** The page has a search and a list of keys of its own, which "/" and "?" lead to. */
  besideOwn?: boolean | undefined;
}

/** The search in the heading of every staff page, and the list of the keys. */
export function FindAnywhere({ onArrival = false, besideOwn = false }: FindAnywhereProps) {
  const { choices, desk } = useFound();
  const [listing, setListing] = useState(false);
  useFindKeys(() => setListing(true));
  useEffect(() => {
    if (onArrival && matchMedia('(hover: hover) and (pointer: fine)').matches) focusFind();
  }, [onArrival]);
  return (
    <>
      <div className="w-[280px] max-xl:w-[220px]">
        <FindPatient floating slash={!besideOwn} {...choices} />
      </div>
      {!besideOwn && (
        <IconButton label={t('staff.keys.title')} onClick={() => setListing(true)}>
          <Keyboard {...icon} />
        </IconButton>
      )}
      {listing && <KeysDialog onClose={() => setListing(false)} />}
      {desk}
    </>
  );
}

/** The same on a phone, behind a button. */
export function FindOnPhone() {
  const { choices, desk } = useFound();
  const [open, setOpen] = useState(false);
  const closing =
    <A extends unknown[]>(then: (...a: A) => void) =>
    (...a: A) => {
      setOpen(false);
      then(...a);
    };
  return (
    <>
      <IconButton label={t('staff.find.label')} onClick={() => setOpen(true)}>
        <Search {...icon} />
      </IconButton>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('staff.find.label')}
          closeLabel={t('common.action.close')}
        >
          <FindPatient
            autoFocus
            onOpen={closing(choices.onOpen)}
            onBook={closing(choices.onBook)}
            onNew={closing(choices.onNew)}
          />
        </Dialog>
      )}
      {desk}
    </>
  );
}
