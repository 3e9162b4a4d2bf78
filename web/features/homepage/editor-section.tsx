import { type ComponentType, useEffect, useRef, useState } from 'react';
import { type FieldValues, FormProvider, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { getSection, type HomepageSection, homepageSections, putSection } from '#shared/contract/homepage.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError, ifMatch, type Versioned } from '#web/api/client.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { readVersioned, useVersionedRead } from '#web/api/hooks.ts';
import { mergeSavedIntoForm } from '#web/api/record-forms.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RootMark } from '#web/ui/frame/root-mark.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { EditorPreview } from './editor-preview.tsx';
import { EditorVersions } from './editor-versions.tsx';

type AnySectionSchema = z.ZodMiniType<FieldValues, FieldValues>;

export interface SectionEditorProps {
  section: HomepageSection;
  Fields: ComponentType;
  /** Small preview of the draft. */
  Draft: ComponentType<{ draft: never }>;
  /** Called when the section gets unsaved changes and when they are gone. */
  onDirty(section: HomepageSection, dirty: boolean): void;
}

/** Editor of one section of the public site: texts, preview and earlier versions. */
export function SectionEditor(props: SectionEditorProps) {
  const {
    data,
    error,
    refetch: again,
  } = useVersionedRead(getSection, { params: { section: props.section } });
  if (data) return <SectionForm {...props} saved={data} />;
  if (error) {
    return (
      <LoadFailed title={t('common.state.loadFailed')} reason={error.message} onAgain={() => void again()} />
    );
  }
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid gap-5 xl:grid-cols-2">
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </LoadingRegion>
  );
}

/** Form values must be texts: a missing Arabic text becomes empty. */
function fillArabicTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fillArabicTexts);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      inner === null && name.endsWith('Ar') ? '' : fillArabicTexts(inner),
    ]),
  );
}

function SectionForm({
  section,
  Fields,
  Draft,
  onDirty,
  saved,
}: SectionEditorProps & { saved: Versioned<object> }) {
  const form = useSchemaForm(
    homepageSections[section] as AnySectionSchema,
    fillArabicTexts(saved.value) as FieldValues,
  );
  /** The version that the form was filled from. */
  const [version, setVersion] = useState(saved.version);
  const { isDirty, isSubmitting, errors } = form.formState;
  const { reset } = form;
  const dirty = useRef(isDirty);
  useEffect(() => {
    dirty.current = isDirty;
    onDirty(section, isDirty);
  }, [section, isDirty, onDirty]);
  useEffect(() => {
    if (dirty.current) return;
    reset(fillArabicTexts(saved.value) as FieldValues);
    setVersion(saved.version);
  }, [saved, reset]);

  /** Fills the form with the saved section and stores its version for the next save. */
  async function showSaved(): Promise<void> {
    const now = await readVersioned(getSection, { params: { section } });
    setVersion(now.version);
    reset(fillArabicTexts(now.value) as FieldValues);
  }

  /** Continues with what was typed here on top of what somebody else saved. */
  async function continueFromSaved(): Promise<void> {
    const now = await readVersioned(getSection, { params: { section } });
    setVersion(now.version);
    mergeSavedIntoForm(form, fillArabicTexts(now.value) as FieldValues);
  }

  const save = form.handleSubmit(
    async (body) => {
      // Without changes no version is saved.
      if (!isDirty) return showToast({ kind: 'info', title: t('admin.profile.noChangesTitle') });
      try {
        await sendChange(putSection, { params: { section }, body, ...ifMatch(version) });
        await showSaved();
        showToast({
          kind: 'success',
          title: t('admin.homepage.savedTitle'),
          description: t('admin.homepage.savedText'),
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'stale') return continueFromSaved();
        showServerErrors(form, error);
        const description = error instanceof ApiError ? error.message : t('error.unknown');
        showToast({ kind: 'error', title: t('admin.homepage.saveFailed'), description });
      }
    },
    () =>
      showToast({
        kind: 'error',
        title: t('admin.homepage.saveFailed'),
        description: t('common.state.requiredMissing'),
      }),
  );
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <Card className="min-w-0">
          <form
            noValidate
            onSubmit={save}
            className="grid grid-cols-1 gap-6 p-4 pb-0 sm:p-6 sm:pb-0"
            aria-label={t(`admin.homepage.section.${section}`)}
          >
            {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
            <Fields />
            <EditorVersions
              section={section}
              seen={version}
              onRestored={showSaved}
              onStale={continueFromSaved}
            />
            <div className="sticky bottom-0 z-2 -mx-4 flex flex-wrap items-center gap-2 rounded-b-card border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
              <RootMark of="foot-bar" />
              <span role="status" className="flex-1 text-small text-ink-2">
                {isDirty ? t('admin.homepage.unsaved') : null}
              </span>
              {isDirty && (
                <Button kind="gho" onClick={() => reset()}>
                  {t('admin.homepage.discard')}
                </Button>
              )}
              <Button type="submit" busy={isSubmitting} busyLabel={t('admin.homepage.saving')}>
                {t('common.action.saveChanges')}
              </Button>
            </div>
          </form>
        </Card>
        <EditorPreview>
          <LiveDraft Draft={Draft} />
        </EditorPreview>
      </div>
    </FormProvider>
  );
}

function LiveDraft({ Draft }: Pick<SectionEditorProps, 'Draft'>) {
  return <Draft draft={useWatch() as never} />;
}
