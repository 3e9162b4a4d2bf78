import { useState } from 'react';
import { type Notice, type NoticePreview, previewNotice, sendNotice } from '#shared/contract/desk/notices.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import { noticeTemplates } from '#shared/domain/messages/notices.ts';
import { createIdempotencyKey, useChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { t, translateValidation } from '#web/i18n.ts';

/** Input of the form; numbers are stored as typed text. */
export interface NoticeInput {
  template: Notice['template'];
  minutes: string;
  phone: string;
  words: string;
  wordsAr: string;
}
const emptyNoticeInput: NoticeInput = { template: 'delay', minutes: '30', phone: '', words: '', wordsAr: '' };

function buildNotice(audience: Notice['audience'], { template, minutes, ...typed }: NoticeInput): Notice {
  const fields: readonly string[] = noticeTemplates[template].fields;
  const filled = Object.entries(typed).filter(([name, text]) => fields.includes(name) && text.trim() !== '');
  return {
    audience,
    template,
    ...(fields.includes('minutes') ? { minutes: Number(minutes) || 0 } : {}),
    ...Object.fromEntries(filled),
  };
}

/** How many patients the notice was sent to, and those who could not be reached. */
export type NoticeResult = Reply<typeof sendNotice>;

/**
 * State of a message to many patients, from input to sending. It is previewed with its cost before sending,
 * and sent once, however often the button is pressed.
 */
export function useNoticeForm(preset: Notice['audience'], onSent: (sent: NoticeResult) => void) {
  const [audience, setAudience] = useState(preset);
  const [typed, setTyped] = useState(emptyNoticeInput);
  const [seen, setSeen] = useState<{ notice: Notice; shown: NoticePreview; key: string } | null>(null);
  const look = useChange(previewNotice);
  const sending = useChange(sendNotice);
  const refusal = look.error ?? sending.error;
  const faults = refusal instanceof ApiError ? refusal.fields : {};

  function show() {
    sending.reset();
    const notice = buildNotice(audience, typed);
    look.mutate(
      { body: notice },
      { onSuccess: (shown) => setSeen({ notice, shown, key: createIdempotencyKey() }) },
    );
  }
  function send() {
    if (!seen) return;
    const { notice, shown, key } = seen;
    sending.mutate(
      { body: { ...notice, expected: shown.people }, headers: { 'idempotency-key': key } },
      {
        onSuccess: onSent,
        // Recipients have been added since the preview: shows the new preview with the reason and sends
        // nothing.
        onError: (error) =>
          error.code === 'notice_grew' &&
          look.mutate(
            { body: notice },
            { onSuccess: (now) => setSeen({ notice, shown: now, key: createIdempotencyKey() }) },
          ),
      },
    );
  }
  return {
    audience,
    typed,
    seen,
    refusal,
    change: (more: Partial<NoticeInput>) => setTyped((before) => ({ ...before, ...more })),
    narrow: (more: Partial<Notice['audience']>) => setAudience((before) => ({ ...before, ...more })),
    fault: (field: string): string | undefined => translateValidation(faults[field]),
    problem:
      refusal && Object.keys(faults).length === 0 ? getErrorMessage(refusal, t('error.unknown')) : undefined,
    busy: look.isPending || sending.isPending,
    show,
    send,
    back() {
      look.reset();
      sending.reset();
      setSeen(null);
    },
  };
}
export type NoticeState = ReturnType<typeof useNoticeForm>;
