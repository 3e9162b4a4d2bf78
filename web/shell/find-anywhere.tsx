import { Search } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { FoundPatient } from '#shared/contract/users.ts';
import { PatientSearch } from '#web/features/patients/patient-search.tsx';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { createStore, useStore } from '#web/ui/store.ts';
import { useSearchShortcuts } from './find-keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import type { SearchTask } from './search-task-dialogs.tsx';

const SearchTaskDialogs = lazyPart(() =>
  import('./search-task-dialogs.tsx').then((m) => m.SearchTaskDialogs),
);

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Initial text of the open search; null while it is closed. */
const search = createStore<string | null>(null);

/** Button in the page heading on a desktop that opens the patient search, like the key "/". */
export const FindButton = () => (
  <Button kind="gho" size="sm" icon={<Search {...icon} />} data-find="" onClick={() => search.set('')}>
    {t('staff.find.label')}
    <Kbd aria-hidden="true" className="touch:hidden">
      /
    </Kbd>
  </Button>
);

/** The same button in the top bar of a phone. */
export const FindOnPhone = () => (
  <IconButton label={t('staff.find.label')} onClick={() => search.set('')}>
    <Search {...icon} />
  </IconButton>
);

/**
 * The patient search over any staff page, the dialogs that follow a choice, and the list of keyboard
 * shortcuts. Render it once per page.
 */
export function GlobalSearch() {
  const typed = useStore(search, null, (text) => text);
  const [task, setTask] = useState<SearchTask | null>(null);
  const [listing, setListing] = useState(false);
  useSearchShortcuts({ onFind: search.set, onList: () => setListing(true) });
  function begin(next: SearchTask) {
    search.set(null);
    setTask(next);
  }
  return (
    <>
      {typed !== null && (
        <FindDialog
          typed={typed}
          onTask={begin}
          onKeys={() => {
            search.set(null);
            setListing(true);
          }}
        />
      )}
      {task && (
        <Suspense fallback={null}>
          <SearchTaskDialogs task={task} onDone={() => setTask(null)} />
        </Suspense>
      )}
      {listing && <KeysDialog onClose={() => setListing(false)} />}
    </>
  );
}

interface FindDialogProps {
  typed: string;
  onTask(task: SearchTask): void;
  onKeys(): void;
}

function FindDialog({ typed, onTask, onKeys }: FindDialogProps) {
  const [query, setQuery] = useState(typed);
  const box = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      size="md"
      initialFocus={box}
      onClose={() => search.set(null)}
      title={t('staff.find.label')}
      closeLabel={t('common.action.close')}
    >
      <div className="grid min-h-80 content-start gap-3">
        <PatientSearch
          label={t('staff.find.label')}
          placeholder={t('staff.find.placeholder')}
          inputRef={box}
          query={query}
          onQueryChange={setQuery}
          onPick={(patient: FoundPatient) => onTask({ open: patient })}
          onPickOther={(patient: FoundPatient) => onTask({ book: patient })}
          onNew={(caller) => onTask({ caller })}
          foot={
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-1 text-xs text-ink-2 touch:hidden">
              <span aria-hidden="true">
                <Kbd>↵</Kbd> {t('staff.find.open')}
              </span>
              <span aria-hidden="true">
                <Kbd>{t('staff.keys.ctrlEnter')}</Kbd> {t('staff.find.book')}
              </span>
              <button type="button" onClick={onKeys} className="ms-auto min-h-9 underline">
                {t('staff.keys.title')}
              </button>
            </p>
          }
        />
      </div>
    </Dialog>
  );
}
