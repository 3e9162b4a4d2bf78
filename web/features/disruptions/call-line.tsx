import { Check, Clock, Undo2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Call } from '#shared/contract/desk/calls.ts';
import { type CallAct, callWordsLength } from '#shared/domain/messages/calls.ts';
import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';
import { now as present } from '#web/api/clock.ts';
import { formatCalledBy, formatClinicTime } from '#web/api/own/call-text.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';

export type CallRowKey = number | string;

/** A patient to call, for any reason, with the result of the call. */
export interface PatientToCall<Key extends CallRowKey = number> extends Call {
  readonly key: Key;
  readonly patient: {
    readonly name: string;
    readonly phone: string | null;
    readonly reach: PhoneReach | null;
  };
  /** Reason for the call. */
  readonly why: string;
  /** Text to say. */
  readonly words?: ReactNode;
}
export type CallHandler<Key extends CallRowKey = number> = (
  act: CallAct,
  key: Key,
  said?: string,
) => Promise<void>;

interface LineProps<Key extends CallRowKey> {
  row: PatientToCall<Key>;
  onAct: CallHandler<Key>;
}

const icon = { size: 18, strokeWidth: 1.8, 'aria-hidden': true } as const;
const line = 'grid gap-2 border-t border-line px-4 py-3';

/** The patient's answer, in its own text direction. */
export const PatientAnswer = ({ said }: Pick<Call, 'said'>) =>
  said && (
    <span dir="auto" className="text-small whitespace-pre-line wrap-anywhere">
      “{said}”
    </span>
  );

const PatientToCallHeader = ({ patient }: Pick<PatientToCall, 'patient'>) => (
  <span className="flex flex-wrap items-center justify-between gap-x-3">
    <b className="font-strong" dir="auto">
      {patient.name}
    </b>
    <span className="text-small">
      <PatientPhone phone={patient.phone} reach={patient.reach} now={present()} />
    </span>
  </span>
);

/** A patient to call; the call is recorded with the answer. */
export function CallLine<Key extends CallRowKey>({ row, onAct }: LineProps<Key>) {
  const [noting, setNoting] = useState(false);
  const { name } = row.patient;
  const again = useRef<HTMLButtonElement>(null);
  function leave() {
    setNoting(false);
    requestAnimationFrame(() => again.current?.focus());
  }
  return (
    <li className={line} data-call={row.key}>
      <PatientToCallHeader patient={row.patient} />
      <span className="text-small text-ink-2">
        {joinWithComma(row.why, row.triedAt && t('plans.tried', { at: formatClinicTime(row.triedAt) }))}
      </span>
      {row.words}
      {noting ? (
        <AnswerNoteForm name={name} onNote={(said) => onAct('called', row.key, said)} onLeave={leave} />
      ) : (
        <span className="flex flex-wrap gap-2">
          <Button
            ref={again}
            kind="out"
            size="sm"
            icon={<Check {...icon} />}
            aria-label={`${t('plans.call.called')}: ${name}`}
            onClick={() => setNoting(true)}
          >
            {t('plans.call.called')}
          </Button>
          <Button
            kind="gho"
            size="sm"
            icon={<Clock {...icon} />}
            aria-label={`${t('plans.call.later')}: ${name}`}
            onClick={() => void onAct('later', row.key)}
          >
            {t('plans.call.later')}
          </Button>
        </span>
      )}
    </li>
  );
}

interface AnswerNoteFormProps {
  name: string;
  onNote(said: string | undefined): Promise<void>;
  onLeave(): void;
}

function AnswerNoteForm({ name, onNote, onLeave }: AnswerNoteFormProps) {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await onNote(said.trim() || undefined).finally(() => setBusy(false));
  }
  return (
    <form className="grid gap-2" onSubmit={(event) => void submit(event)}>
      <Field label={t('plans.call.said')} help={t('plans.call.saidHelp')}>
        <TextInput
          ref={box}
          autoComplete="off"
          dir="auto"
          maxLength={callWordsLength}
          value={said}
          onChange={({ target }) => setSaid(target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onLeave()}
        />
      </Field>
      <span className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          icon={<Check {...icon} />}
          busy={busy}
          aria-label={`${t('plans.call.note')}: ${name}`}
        >
          {t('plans.call.note')}
        </Button>
        <Button kind="gho" size="sm" onClick={onLeave}>
          {t('common.action.cancel')}
        </Button>
      </span>
    </form>
  );
}

/** A patient who was called, by whom, and the answer. */
export const CalledLine = <Key extends CallRowKey>({ row, onAct }: LineProps<Key>) => (
  <li className={line} data-called={row.key}>
    <PatientToCallHeader patient={row.patient} />
    <span className="text-small text-ink-2">{formatCalledBy(row)}</span>
    <PatientAnswer said={row.said} />
    <Button
      kind="gho"
      size="sm"
      className="justify-self-start"
      icon={<Undo2 {...icon} className="rtl:-scale-x-100" />}
      aria-label={`${t('plans.call.undo')}: ${row.patient.name}`}
      onClick={() => void onAct('uncalled', row.key)}
    >
      {t('plans.call.undo')}
    </Button>
  </li>
);
