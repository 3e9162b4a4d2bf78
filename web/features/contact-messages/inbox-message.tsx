import { Send } from 'lucide-react';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import {
  answerContactMessage,
  type ContactMessage,
  changeContactMessage,
  maxTextAnswerLength,
} from '#shared/contract/contact-messages.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { fitsText } from '#shared/domain/messages/text-parts.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { longText } from '#shared/fields.ts';
import { sendChange, useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { InboxState } from './inbox-state.tsx';

const maxAnswerLength = 5000;
const createAnswerSchema = (most: number) =>
  z.object({ answer: longText(most, 2, 'admin.messages.answerRequired') });
const answerSchema = createAnswerSchema(maxAnswerLength);
/** Reserves characters for the clinic's name, which precedes the answer. */
const clinicNamePadding = ' '.repeat(22);
const textAnswerSchema = z.object({
  answer: createAnswerSchema(maxTextAnswerLength).shape.answer.check(
    z.refine((answer) => fitsText(clinicNamePadding + answer), 'validation.textTooLong'),
  ),
});

/** One message with all actions. Opening a new message marks it as read. */
export function InboxMessage({ message, onClose }: { message: ContactMessage; onClose(): void }) {
  const { id, name, locale, state, way, patientId } = message;
  const byForm = way === 'form';
  const sender = message.email ?? (message.phone ? formatPhone(message.phone) : '');
  const most = byForm ? maxAnswerLength : maxTextAnswerLength;
  const lang = currentLang();
  const { mutate, mutateAsync, isPending } = useChange(changeContactMessage, { untilRead: true });
  const form = useSchemaForm(byForm ? answerSchema : textAnswerSchema, { answer: '' });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => {
    if (state === 'new') mutate({ params: { id }, body: { state: 'read' } });
    // oxlint-disable-next-line react/exhaustive-deps -- once as it opens: "mark as new" must stay
  }, [id, mutate]);

  async function move(
    to: 'new' | 'read' | 'closed',
    title: 'admin.messages.closedTitle' | 'admin.messages.reopenedTitle' | null,
  ) {
    try {
      await mutateAsync({ params: { id }, body: { state: to } });
      if (title) showToast({ kind: 'success', title: t(title), description: name });
      onClose();
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('admin.messages.changeFailed'),
        description: (error as Error).message,
      });
    }
  }
  const send = form.handleSubmit(async (body) => {
    try {
      await sendChange(answerContactMessage, { params: { id }, body: { ...body, seen: message.answer } });
    } catch (error) {
      showServerErrors(form, error);
      // Shows the answer that somebody else sent meanwhile.
      if (error instanceof ApiError && error.code === 'stale') await refetchSubjects(['contact-messages']);
      const description = error instanceof ApiError ? error.message : t('error.unknown');
      return showToast({ kind: 'error', title: t('admin.messages.answerFailed'), description });
    }
    showToast({
      kind: 'success',
      title: t('admin.messages.answeredTitle'),
      description: t('admin.messages.answeredText', { name }),
    });
    onClose();
  });
  const isClosed = state === 'closed';
  const turn = () =>
    void (isClosed
      ? move('read', 'admin.messages.reopenedTitle')
      : move('closed', 'admin.messages.closedTitle'));
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={name}
      description={
        <>
          {message.phone ? (
            <PatientPhone phone={sender} reach={message.reach} now={now()} />
          ) : (
            <span className="ltr">{sender}</span>
          )}
          {joinWithComma('', formatInstant(lang, message.createdAt))}
        </>
      }
      closeLabel={t('common.action.close')}
      onSubmit={send}
      actions={
        <>
          <Button kind="out" busy={isPending} onClick={turn}>
            {t(isClosed ? 'admin.messages.reopen' : 'admin.messages.close')}
          </Button>
          <Button
            type="submit"
            busy={isSubmitting}
            busyLabel={t('admin.messages.sending')}
            icon={<Send size={18} strokeWidth={1.7} aria-hidden="true" className="flip" />}
          >
            {t('admin.messages.sendAnswer')}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3 text-small text-ink-2">
        <InboxState state={state} />
        {t('admin.messages.language', { language: t(`common.lang.${locale}`) })}
        {way !== 'form' && <span>{t(`admin.messages.way.${way}`)}</span>}
        {patientId !== null && (
          <a className="link" href={`/clinic/patients/${patientId}`}>
            {t('admin.messages.file')}
          </a>
        )}
        {state === 'read' && (
          <Button kind="gho" size="sm" className="ms-auto" onClick={() => void move('new', null)}>
            {t('admin.messages.markNew')}
          </Button>
        )}
      </div>
      <blockquote
        lang={locale}
        dir="auto"
        className="rounded-item bg-tint p-4 text-ui leading-body break-words whitespace-pre-line"
      >
        {message.message}
      </blockquote>
      <EarlierAnswer message={message} />
      {errors.root?.message && (
        <Notice kind="danger" live>
          {errors.root.message}
        </Notice>
      )}
      <Field
        label={t(message.answer ? 'admin.messages.answerAgain' : 'admin.messages.answer')}
        help={t(byForm ? 'admin.messages.answerHint' : 'admin.messages.textHint', { email: sender })}
        error={translateValidation(errors.answer?.message, { n: most })}
      >
        <Textarea {...form.register('answer')} lang={locale} dir="auto" rows={6} maxLength={most} />
      </Field>
    </Dialog>
  );
}

function EarlierAnswer({ message: { answer, answeredBy, updatedAt } }: { message: ContactMessage }) {
  if (!answer) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-small">{t('admin.messages.yourAnswer')}</h3>
      <p
        dir="auto"
        className="rounded-item border border-line p-4 text-ui leading-body break-words whitespace-pre-line"
      >
        {answer}
      </p>
      {answeredBy && (
        <p className="text-xs text-ink-2">
          {t('admin.messages.answeredBy', {
            name: answeredBy,
            when: formatInstant(currentLang(), updatedAt),
          })}
        </p>
      )}
    </section>
  );
}
