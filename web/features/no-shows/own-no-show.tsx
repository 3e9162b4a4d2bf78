import { PenLine } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { listNoShows, type NoShow, type NoShows, sayWhyMissed } from '#shared/contract/desk/no-shows.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';

interface OwnNoShowProps {
  visitId: number;
  patientId: number;
}

/** Under a visit that she missed: what it comes to, and her word on it. */
export function OwnNoShow({ visitId, patientId }: OwnNoShowProps) {
  const { data } = useRead(listNoShows, { query: { patientId: String(patientId) } });
  const one = data?.noShows.find(({ id }) => id === visitId);
  const [writing, setWriting] = useState(false);
  if (!data || !one) return null;
  return (
    <div className="grid gap-2 rounded-item bg-no-show-bg/60 px-4 py-3 text-ui text-ink">
      <p>
        {t('booking.missed.noted')} {whatItIs(one, data)}
      </p>
      {one.said && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink-2">
          {t('booking.missed.yours', { text: one.said })}
        </p>
      )}
      {writing ? (
        <Why no={one} onDone={() => setWriting(false)} />
      ) : (
        <Button
          kind="gho"
          size="sm"
          className="-ms-2 justify-self-start"
          icon={<PenLine size={18} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => setWriting(true)}
        >
          {t(one.said ? 'booking.missed.change' : 'booking.missed.why')}
        </Button>
      )}
    </div>
  );
}

/** Where nothing follows from a missed visit, nothing is counted at her. */
function whatItIs({ state }: NoShow, { callAfter }: NoShows): string {
  if (callAfter === null && state !== 'excused') return '';
  return t(`booking.missed.${state}`, { n: callAfter ?? 0 });
}

function Why({ no, onDone }: { no: NoShow; onDone(): void }) {
  const [text, setText] = useState(no.said ?? '');
  const [empty, setEmpty] = useState(false);
  const { mutate: say, isPending } = useChange(sayWhyMissed, { untilRead: true });
  function send(event: FormEvent) {
    event.preventDefault();
    setEmpty(text.trim() === '');
    if (text.trim() === '') return;
    say(
      { params: { id: no.id }, body: { text } },
      {
        onSuccess() {
          toast({ kind: 'success', title: t('booking.missed.sent') });
          onDone();
        },
        onError: (error) =>
          toast({
            kind: 'error',
            title: t('booking.missed.failed'),
            description: reasonOf(error, t('error.unknown')),
          }),
      },
    );
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <Field
        label={t('booking.missed.box')}
        help={t('booking.missed.help')}
        {...(empty ? { error: t('validation.required') } : {})}
      >
        <Textarea
          dir="auto"
          rows={3}
          maxLength={500}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <Button type="submit" size="sm" busy={isPending}>
          {t('booking.missed.send')}
        </Button>
        <Button kind="gho" size="sm" onClick={onDone}>
          {t('common.action.cancel')}
        </Button>
      </div>
    </form>
  );
}
