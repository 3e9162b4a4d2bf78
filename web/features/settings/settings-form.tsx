import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, get, useFormContext, useWatch } from 'react-hook-form';
import { changeSettings, getSettings } from '#shared/contract/settings.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/time-words.ts';
import { givers } from '#shared/domain/wish-rules.ts';
import { changedSince } from '#web/api/boxes.ts';
import { change } from '#web/api/changes.ts';
import { ApiError, ifMatch, type Versioned } from '#web/api/client.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import { readVersioned, useVersionedRead } from '#web/api/hooks.ts';
import { continueFrom } from '#web/api/record-forms.ts';
import { currentLang, type MessageKey, said, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextInput, type TextInputProps } from '#web/ui/form/text-input.tsx';
import { RootMark } from '#web/ui/frame/root-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { inBoxes, settingsForm } from './settings-form-values.ts';

/** The clinic's settings, each with an explanation; only changed settings are sent. */
export function SettingsForm() {
  const { data, error } = useVersionedRead(getSettings);
  if (data) return <Boxes saved={data} />;
  if (error) return <EmptyState title={t('common.state.loadFailed')}>{error.message}</EmptyState>;
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid min-h-svh content-start gap-5">
      <Skeleton className="h-60" />
      <Skeleton className="h-80" />
    </LoadingRegion>
  );
}

function Boxes({ saved }: { saved: Versioned<ClinicSettings> }) {
  const form = useSchemaForm(settingsForm, inBoxes(saved.value));
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
    reset(inBoxes(saved.value));
    setVersion(saved.version);
  }, [saved, reset]);
  const submit = form.handleSubmit(
    async (body) => {
      try {
        const shown = settingsForm.parse(form.formState.defaultValues);
        await change(changeSettings, { body: changedSince(shown, body), ...ifMatch(version) });
        const now = await readVersioned(getSettings);
        setVersion(now.version);
        form.reset(inBoxes(now.value));
      } catch (problem) {
        if (problem instanceof ApiError && problem.code === 'stale') {
          const now = await readVersioned(getSettings);
          setVersion(now.version);
          return continueFrom(form, inBoxes(now.value));
        }
        openGroups();
        placeRefusal(form, problem);
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
          <Box {...wordsOf('secondStepFrom')} type="date" dir="ltr" />
        </Group>
        <Group title={t('admin.settings.group.booking')}>
          <Rules names={bookingRules} />
          <ChoiceBox
            {...wordsOf('waitingList')}
            options={givers.map((value) => ({ value, label: t(`admin.settings.waitingList.${value}`) }))}
          />
        </Group>
        <Group title={t('admin.settings.group.messages')}>
          <Box {...wordsOf('reminderHours')} dir="ltr" inputMode="text" maxLength={60} />
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
          <Rules names={keepingRules} />
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
      <Box {...wordsOf('name')} lang="en" dir="ltr" maxLength={120} />
      <ArabicName name="nameAr" maxLength={120} />
      <Box
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
      <Box {...wordsOf('senderName')} lang="en" dir="ltr" maxLength={40} />
      <ArabicName name="senderNameAr" maxLength={40} />
      <Box {...wordsOf('contactEmail')} type="email" dir="ltr" maxLength={254} />
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
const keepingRules = ['recordYears'] as const satisfies readonly (keyof ClinicSettings)[];
type RuleName = (typeof bookingRules | typeof messageRules | typeof keepingRules)[number];

type OwnWords =
  | RuleName
  | 'name'
  | 'senderName'
  | 'contactEmail'
  | 'secondStepFrom'
  | 'waitingList'
  | 'reminderHours';
const wordsOf = (name: OwnWords) => ({
  name,
  label: t(`admin.settings.${name}`),
  help: t(`admin.settings.${name}Hint`),
});

const ofTheClock: readonly RuleName[] = ['consultationStart'];
/** Text for the meaning of an empty field. */
const without: Partial<Record<RuleName, MessageKey>> = {
  maxOpenPerPatient: 'admin.settings.noLimit',
  noShowsBeforeCall: 'admin.settings.noCall',
  delayNotice: 'admin.settings.noDelayNotice',
};

function Rules({ names }: { names: readonly RuleName[] }) {
  return names.map((name) => {
    if (ofTheClock.includes(name)) return <TimeBox key={name} {...wordsOf(name)} />;
    const empty = without[name];
    return <Whole key={name} {...wordsOf(name)} placeholder={empty && t(empty)} />;
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
    <Fold title={title} startsOpen={startsOpen} isDrawn>
      <div className="grid gap-x-5 gap-y-6 py-2 md:grid-cols-2">{children}</div>
    </Fold>
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
function useFault(name: string): string | undefined {
  const fault = get(useFormContext().formState.errors, name) as
    | { message?: string }
    | ({ message?: string } | undefined)[]
    | undefined;
  return said(Array.isArray(fault) ? fault.find(Boolean)?.message : fault?.message);
}

function Box({ name, label, help, ...input }: BoxProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} help={help} error={useFault(name)}>
      <TextInput {...input} {...register(name)} className={input.lang ? 'text-start!' : undefined} />
    </Field>
  );
}

/** The Arabic name; if it is empty, Arabic pages and messages use the English one. */
function ArabicName(box: Pick<BoxProps, 'maxLength'> & { name: 'nameAr' | 'senderNameAr' }) {
  const words = { label: t(`admin.settings.${box.name}`), help: t('admin.homepage.arabicEmpty') };
  return <Box {...words} {...box} lang="ar" dir="rtl" />;
}

function Whole(props: BoxProps) {
  return <Box {...props} inputMode="numeric" dir="ltr" maxLength={9} autoComplete="off" />;
}

const step = 15;
const clocks = Array.from({ length: (24 * 60) / step }, (_, at) => timeOfMinutes(at * step).slice(0, 5));

/** A time of day in quarter hours; another saved time stays selectable. */
function TimeBox(box: BoxProps) {
  const kept = get(useFormContext().formState.defaultValues, box.name) as string;
  const options = [...new Set([...clocks, kept])]
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
    <Field label={label} help={help} error={useFault(name)}>
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
