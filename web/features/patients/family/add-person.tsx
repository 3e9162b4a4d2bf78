import { Handshake, Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { addToFamily } from '#shared/contract/patients.ts';
import { type Relation, relations } from '#shared/domain/people/family.ts';
import { westernDigits } from '#shared/domain/people/phone-text.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { refreshSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { RequestCareDialog } from './agreement-dialog.tsx';

const parseBirthYear = (typed: string): number | null => {
  const year = westernDigits(typed.trim());
  return /^(?:19|20)\d\d$/.test(year) ? Number(year) : null;
};

/** Adds a person to look after; only the name is required. */
export function AddPerson({ guardianId }: { guardianId: number }) {
  const [name, setName] = useState('');
  const [year, setYear] = useState('');
  const [relation, setRelation] = useState<Relation>('mother');
  const [wrong, setWrong] = useState<'name' | 'year' | null>(null);
  const { mutate: add, isPending, error } = useChange(addToFamily, { untilRead: true });
  const [asks, setAsks] = useState(false);
  const nameBox = useRef<HTMLInputElement>(null);
  const yearBox = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const birthYear = parseBirthYear(year);
    const found = name.trim() === '' ? 'name' : year.trim() !== '' && birthYear === null ? 'year' : null;
    setWrong(found);
    if (found) return (found === 'name' ? nameBox : yearBox).current?.focus();
    const added = () => {
      showToast({ kind: 'success', title: t('account.family.added', { name: name.trim() }) });
      setName('');
      setYear('');
      void refreshSession();
    };
    add({ params: { id: guardianId }, body: { name, birthYear, relation } }, { onSuccess: added });
  }
  return (
    <Card as="section" aria-labelledby="add-person" className="p-5 md:p-7">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <h2 id="add-person" className="card-title">
          {t('account.family.add')}
        </h2>
        {error && (
          <Notice kind="danger" live>
            {getErrorMessage(error, t('account.family.saveFailed'))}
          </Notice>
        )}
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Field
            label={t('account.family.name')}
            {...(wrong === 'name' ? { error: t('validation.required') } : {})}
          >
            <TextInput
              ref={nameBox}
              dir="auto"
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Field
            label={t('account.family.birthYear')}
            optional={t('common.field.optional')}
            {...(wrong === 'year' ? { error: t('account.family.birthYearWrong') } : {})}
          >
            <TextInput
              ref={yearBox}
              dir="ltr"
              className="num"
              inputMode="numeric"
              maxLength={4}
              autoComplete="off"
              value={year}
              onChange={({ target }) => setYear(target.value)}
            />
          </Field>
        </div>
        <div className="grid gap-2">
          <span id="add-relation" className="text-small font-strong">
            {t('account.family.relation')}
          </span>
          <RadioCards
            name="relation"
            labelledBy="add-relation"
            columns={4}
            ring={false}
            value={relation}
            onChange={(chosen) => setRelation(chosen as Relation)}
            options={relations.map((value) => ({ value, label: t(`account.family.relation.${value}`) }))}
          />
        </div>
        <div className="grid gap-2">
          <Button
            type="submit"
            className="justify-self-start max-sm:w-full"
            busy={isPending}
            busyLabel={t('common.action.saving')}
            icon={<Plus size={18} strokeWidth={1.7} aria-hidden="true" />}
          >
            {t('account.family.addSubmit')}
          </Button>
          <p className="text-xs leading-[1.5] text-ink-2">{t('account.family.addHelp')}</p>
        </div>
      </form>
      <Button
        kind="out"
        size="sm"
        className="mt-4 justify-self-start max-sm:w-full"
        icon={<Handshake size={18} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => setAsks(true)}
      >
        {t('family.ask.open')}
      </Button>
      {asks && <RequestCareDialog guardianId={guardianId} onClose={() => setAsks(false)} />}
    </Card>
  );
}
