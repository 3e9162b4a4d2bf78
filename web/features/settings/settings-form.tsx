import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, get, useFormContext, useWatch } from 'react-hook-form';
import { changeSettings, getSettings } from '#shared/contract/settings.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import { offeringModes } from '#shared/domain/wish-rules.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError, ifMatch, type Versioned } from '#web/api/client.ts';
import { pickChangedFields } from '#web/api/form-values.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { readVersioned, useVersionedRead } from '#web/api/hooks.ts';
import { mergeSavedIntoForm } from '#web/api/record-forms.ts';
import { currentLang, type MessageKey, t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { CollapsibleSection } from '#web/ui/collapsible-section.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput, type TextInputProps } from '#web/ui/form/text-input.tsx';
import { RootMark } from '#web/ui/frame/root-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { settingsFormSchema, toSettingsFormValues } from './settings-form-values.ts';

/** The clinic's settings, each with an explanation; only changed settings are sent. */
export function SettingsForm() {
  const { data, error } = useVersionedRead(getSettings);
  if (data) return <SettingsFieldsForm saved={data} />;
  if (error) return <EmptyState title={t('common.state.loadFailed')}>{error.message}</EmptyState>;
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid min-h-svh content-start gap-5">
      <Skeleton className="h-60" />
      <Skeleton className="h-80" />
    </LoadingRegion>
  );
}

function SettingsFieldsForm({ saved }: { saved: Versioned<ClinicSettings> }) {
  const form = useSchemaForm(settingsFormSchema, toSettingsFormValues(saved.value));
  const { errors, isSubmitting, isDirty } = form.formState;
  const { reset } = form;
  /** Version of the settings that the form shows. */
  const [version, setVersion] = useState(saved.version);
  const dirty = useRef(isDirty);
  useEffect(() => {
    dirty.current = isDirty;
  }, [isDirty]);
  // Shows what another admin saved, unless the form has unsaved input.
  useEffect(() => {
    if (dirty.current) return;
    reset(toSettingsFormValues(saved.value));
    setVersion(saved.version);
  }, [saved, reset]);
  const submit = form.handleSubmit(
    async (body) => {
      try {
        const shown = settingsFormSchema.parse(form.formState.defaultValues);
        await sendChange(changeSettings, { body: pickChangedFields(shown, body), ...ifMatch(version) });
        const now = await readVersioned(getSettings);
        setVersion(now.version);
        form.reset(toSettingsFormValues(now.value));
      } catch (problem) {
        if (problem instanceof ApiError && problem.code === 'stale') {
          const now = await readVersioned(getSettings);
          setVersion(now.version);
          return mergeSavedIntoForm(form, toSettingsFormValues(now.value));
        }
        openGroups();
        showServerErrors(form, problem);
        const description = problem instanceof ApiError ? problem.message : t('error.unknown');
        return showToast({ kind: 'error', title: t('admin.settings.saveFailed'), description });
      }
      showToast({
        kind: 'success',
        title: t('admin.settings.savedTitle'),
        description: t('admin.settings.savedText'),
      });
    },
    () => openGroups(),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid max-w-[860px] gap-3">
        {errors.root?.message && (
          <Notice kind="danger" live>
            {errors.root.message}
          </Notice>
        )}
        <AboutTheClinic prefix={saved.value.prefix} />
        <Group title={t('admin.settings.group.staff')}>
          <SettingInput {...getSettingTexts('secondStepFrom')} type="date" dir="ltr" />
        </Group>
        <Group title={t('admin.settings.group.booking')}>
          <Rules names={bookingRules} />
          <ChoiceBox
            {...getSettingTexts('waitingList')}
            options={offeringModes.map((value) => ({
              value,
              label: t(`admin.settings.waitingList.${value}`),
            }))}
          />
        </Group>
        <Group title={t('admin.settings.group.messages')}>
          <SettingInput {...getSettingTexts('reminderHours')} dir="ltr" inputMode="text" maxLength={60} />
          <Rules names={messageRules} />
          <TimeBox
            name="quietHours.from"
            label={t('admin.settings.quietFrom')}
            help={t('admin.settings.quietHint')}
          />
          <TimeBox
            name="quietHours.to"
            label={t('admin.settings.quietTo')}
            help={t('admin.settings.quietSame')}
          />
        </Group>
        <Group title={t('admin.settings.group.privacy')}>
          <Rules names={retentionRules} />
        </Group>
        <div className="sticky bottom-0 z-2 flex flex-wrap items-center gap-3 rounded-t-card border-t border-line bg-page py-3 max-lg:bottom-[70px]">
          <RootMark of="foot-bar" />
          <span role="status" className="flex-1 text-small text-ink-2">
            {isDirty ? t('common.state.unsaved') : null}
          </span>
          {isDirty && (
            <Button kind="gho" onClick={() => form.reset()}>
              {t('common.action.discard')}
            </Button>
          )}
          <Button type="submit" busy={isSubmitting} busyLabel={t('common.action.saving')}>
            {t('admin.settings.save')}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

function AboutTheClinic({ prefix }: Pick<ClinicSettings, 'prefix'>) {
  const typed = useWatch<Record<'prefix', string>>({ name: 'prefix' });
  const number = `${typed.trim().toUpperCase() || prefix}-000042`;
  const example = <span className="ltr num">{number}</span>;
  return (
    <Group title={t('admin.settings.group.clinic')} startsOpen>
      <SettingInput {...getSettingTexts('name')} lang="en" dir="ltr" maxLength={120} />
      <ArabicName name="nameAr" maxLength={120} />
      <SettingInput
        name="prefix"
        label={t('admin.settings.prefix')}
        help={
          <>
            {t('admin.settings.prefixSentence')} {example}
          </>
        }
        dir="ltr"
        maxLength={6}
        autoCapitalize="characters"
      />
      <SettingInput {...getSettingTexts('senderName')} lang="en" dir="ltr" maxLength={40} />
      <ArabicName name="senderNameAr" maxLength={40} />
      <SettingInput {...getSettingTexts('contactEmail')} type="email" dir="ltr" maxLength={254} />
      <p className="text-small text-ink-2 md:col-span-2">
        {t('admin.settings.elsewhere')}{' '}
        <a href="/admin/homepage-editor" className="link">
          {t('admin.nav.editHomepage')}
        </a>
      </p>
    </Group>
  );
}

/** Settings that are a number or a time of day, in display order, each with its own texts. */
const bookingRules = [
  'consultationStart',
  'daysAhead',
  'minutesAhead',
  'maxOpenPerPatient',
  'cutoffHours',
  'noShowsBeforeCall',
] as const satisfies readonly (keyof ClinicSettings)[];
const messageRules = ['delayNotice'] as const satisfies readonly (keyof ClinicSettings)[];
const retentionRules = ['recordYears'] as const satisfies readonly (keyof ClinicSettings)[];
type RuleName = (typeof bookingRules | typeof messageRules | typeof retentionRules)[number];

type LabelledSetting =
  | RuleName
  | 'name'
  | 'senderName'
  | 'contactEmail'
  | 'secondStepFrom'
  | 'waitingList'
  | 'reminderHours';
const getSettingTexts = (name: LabelledSetting) => ({
  name,
  label: t(`admin.settings.${name}`),
  help: t(`admin.settings.${name}Hint`),
});

const timeOfDayRules: readonly RuleName[] = ['consultationStart'];
/** Text for the meaning of an empty field. */
const emptyValueTexts: Partial<Record<RuleName, MessageKey>> = {
  maxOpenPerPatient: 'admin.settings.noLimit',
  noShowsBeforeCall: 'admin.settings.noCall',
  delayNotice: 'admin.settings.noDelayNotice',
};

function Rules({ names }: { names: readonly RuleName[] }) {
  return names.map((name) => {
    if (timeOfDayRules.includes(name)) return <TimeBox key={name} {...getSettingTexts(name)} />;
    const empty = emptyValueTexts[name];
    return <NumberSettingInput key={name} {...getSettingTexts(name)} placeholder={empty && t(empty)} />;
  });
}

function Group({
  title,
  startsOpen,
  children,
}: {
  title: string;
  startsOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <CollapsibleSection title={title} startsOpen={startsOpen} isDrawn>
      <div className="grid gap-x-5 gap-y-6 py-2 md:grid-cols-2">{children}</div>
    </CollapsibleSection>
  );
}

/** Opens all groups, so that an invalid field can take the focus. */
function openGroups(): void {
  for (const group of document.querySelectorAll<HTMLDetailsElement>('form details')) group.open = true;
}

/*
 * An input for one setting in one language, with an explanation. The homepage editor has its own inputs,
 * which are pairs of both languages and support drafts.
 */
type BoxProps = TextInputProps & { name: string; label: string; help: ReactNode };

/** Error of a setting; for a list, that of the first invalid item. */
function useSettingError(name: string): string | undefined {
  const fault = get(useFormContext().formState.errors, name) as
    | { message?: string }
    | ({ message?: string } | undefined)[]
    | undefined;
  return translateValidation(Array.isArray(fault) ? fault.find(Boolean)?.message : fault?.message);
}

function SettingInput({ name, label, help, ...input }: BoxProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} help={help} error={useSettingError(name)}>
      <TextInput {...input} {...register(name)} className={input.lang ? 'text-start!' : undefined} />
    </Field>
  );
}

/** The Arabic name; if it is empty, Arabic pages and messages use the English one. */
function ArabicName(box: Pick<BoxProps, 'maxLength'> & { name: 'nameAr' | 'senderNameAr' }) {
  const words = { label: t(`admin.settings.${box.name}`), help: t('admin.homepage.arabicEmpty') };
  return <SettingInput {...words} {...box} lang="ar" dir="rtl" />;
}

function NumberSettingInput(props: BoxProps) {
  return <SettingInput {...props} inputMode="numeric" dir="ltr" maxLength={9} autoComplete="off" />;
}

const step = 15;
const quarterHours = Array.from({ length: (24 * 60) / step }, (_, at) =>
  timeOfMinutes(at * step).slice(0, 5),
);

/** A time of day in quarter hours; another saved time stays selectable. */
function TimeBox(box: BoxProps) {
  const kept = get(useFormContext().formState.defaultValues, box.name) as string;
  const options = [...new Set([...quarterHours, kept])]
    .toSorted()
    .map((clock) => ({ value: clock, label: formatTime(currentLang(), clock) }));
  return <ChoiceBox {...box} options={options} />;
}

interface ChoiceBoxProps extends BoxProps {
  options: readonly { value: string; label: string }[];
}

function ChoiceBox({ name, label, help, options }: ChoiceBoxProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} help={help} error={useSettingError(name)}>
      <Select {...register(name)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
