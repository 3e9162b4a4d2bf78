import { useState } from 'react';
import { sayWhyMissed, whyLength } from '#shared/contract/desk/no-shows.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';
import { ExplanationTrigger, type WhyProps } from './own-no-show.tsx';
import { MissedVisitTextForm } from './words-form.tsx';

/** The patient's own explanation of a missed appointment. */
export function OwnExplanationForm({ no, defaultOpen }: WhyProps & { defaultOpen: boolean }) {
  const [writing, setWriting] = useState(defaultOpen);
  const { mutate: say, isPending } = useChange(sayWhyMissed, { untilRead: true });
  const send = (text: string) =>
    say(
      { params: { id: no.id }, body: { text } },
      {
        onSuccess() {
          toast({ kind: 'success', title: t('booking.missed.sent') });
          setWriting(false);
        },
        onError: (error) =>
          toast({
            kind: 'error',
            title: t('booking.missed.failed'),
            description: getErrorMessage(error, t('error.unknown')),
          }),
      },
    );
  if (!writing) return <ExplanationTrigger no={no} onClick={() => setWriting(true)} />;
  return (
    <MissedVisitTextForm
      label={t('booking.missed.box')}
      help={t('booking.missed.help')}
      send={t('booking.missed.send')}
      before={no.said}
      maxLength={whyLength}
      rows={3}
      busy={isPending}
      onSend={send}
      onCancel={() => setWriting(false)}
    />
  );
}
