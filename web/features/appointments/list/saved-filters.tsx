import { BookmarkPlus, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { listSavedFilters, removeFilter, type SavedFilter, saveFilter } from '#shared/contract/staff.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { defaultListFilters, hasActiveFilters, type ListFilters, toSavedFilters } from './list-filters.ts';
import type { ChangeFilters } from './use-list-filters.ts';

interface SavedFiltersProps {
  filters: ListFilters;
  onChange: ChangeFilters;
}

const areFiltersEqual = (a: SavedFilter['filters'], b: SavedFilter['filters']): boolean =>
  (Object.keys(b) as (keyof typeof b)[]).every((key) => a[key] === b[key]);

const chip =
  'inline-flex min-h-9 items-center gap-2 rounded-full border px-4 py-1 text-small font-strong touch:min-h-tap';

/** The user's own named filters: one press applies them; the current filters can be saved. */
export function SavedFilters({ filters, onChange }: SavedFiltersProps) {
  const { data: saved = [] } = useRead(listSavedFilters);
  const { mutateAsync: remove } = useChange(removeFilter, { untilRead: true });
  const group = useRef<HTMLDivElement>(null);
  const [naming, setNaming] = useState(false);
  const present = toSavedFilters(filters);
  const current =
    filters.q === '' && filters.like === null && filters.serviceId === null
      ? saved.find((one) => areFiltersEqual(one.filters, present))
      : undefined;
  const mayKeep = !current && hasActiveFilters({ ...filters, q: '', like: null, serviceId: null });
  if (saved.length === 0 && !mayKeep) return null;

  async function forget({ id }: SavedFilter) {
    try {
      await remove({ params: { id } });
      group.current?.focus();
    } catch (error) {
      showErrorToast(t('staff.toast.updateFailed'), error);
    }
  }
  return (
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-label={t('staff.filter.saved')}
      className="flex flex-wrap gap-2"
    >
      {saved.map((one) => {
        const isCurrent = one === current;
        return (
          <span key={one.id} className="inline-flex items-center">
            <button
              type="button"
              aria-pressed={isCurrent}
              onClick={() =>
                onChange(isCurrent ? defaultListFilters : { ...defaultListFilters, ...one.filters })
              }
              className={cx(
                chip,
                'max-w-64',
                isCurrent
                  ? 'border-btn bg-tint text-brand'
                  : 'border-line bg-surface text-ink hover:border-line-2 hover:text-accent',
              )}
            >
              <bdi className="truncate">{one.name}</bdi>
            </button>
            {isCurrent && (
              <button
                type="button"
                title={t('staff.filter.forget', { name: one.name })}
                aria-label={t('staff.filter.forget', { name: one.name })}
                onClick={() => void forget(one)}
                className="inline-grid size-9 place-items-center rounded-full text-ink-2 touch:size-tap hover:bg-tint hover:text-ink"
              >
                <X size={16} strokeWidth={1.7} aria-hidden="true" />
              </button>
            )}
          </span>
        );
      })}
      {mayKeep && (
        <button
          type="button"
          onClick={() => setNaming(true)}
          className={cx(chip, 'border-dashed border-line-2 bg-transparent text-ink-2 hover:text-accent')}
        >
          <BookmarkPlus size={16} strokeWidth={1.7} aria-hidden="true" />
          {t('staff.filter.keep')}
        </button>
      )}
      {naming && <NameDialog filters={present} onClose={() => setNaming(false)} />}
    </div>
  );
}

function NameDialog({ filters, onClose }: { filters: SavedFilter['filters']; onClose(): void }) {
  const [name, setName] = useState('');
  const saving = useChange(saveFilter, { untilRead: true });
  const missing = saving.isError ? saving.error.fields.name : undefined;
  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      await saving.mutateAsync({ body: { name, filters } });
      onClose();
    } catch {
      // The dialog shows the error.
    }
  }
  return (
    <FormDialog
      title={t('staff.filter.keep')}
      description={t('staff.filter.keepText')}
      submitLabel={t('common.action.save')}
      problem={saving.isError && !missing ? getErrorMessage(saving.error, t('error.unknown')) : undefined}
      busy={saving.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field label={t('staff.filter.name')} error={missing}>
        <TextInput
          dir="auto"
          autoComplete="off"
          maxLength={40}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
