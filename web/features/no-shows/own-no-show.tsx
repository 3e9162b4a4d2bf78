import { PenLine } from 'lucide-react';
import { useState } from 'react';
import {
  listNoShows,
  type NoShow,
  type NoShows,
  sayWhyMissed,
  whyLength,
} from '#shared/contract/desk/no-shows.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { WordsForm } from './words-form.tsx';

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
  const { mutate: say, isPending } = useChange(sayWhyMissed, { untilRead: true });
  const send = (text: string) =>
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
  return (
    <WordsForm
      label={t('booking.missed.box')}
      help={t('booking.missed.help')}
      send={t('booking.missed.send')}
      before={no.said}
      maxLength={whyLength}
      rows={3}
      busy={isPending}
      onSend={send}
      onCancel={onDone}
    />
  );
}
