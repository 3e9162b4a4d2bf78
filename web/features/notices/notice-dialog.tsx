import { Eye, Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { NoticeDialogRequest } from '#web/features/notices/open-notice-dialog.ts';
import { t } from '#web/i18n.ts';
import { toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { NoticeRecipientFields, NoticeTextFields } from './notice-fields.tsx';
import { countReachedPeople, Preview } from './notice-preview.tsx';
import { type NoticeResult, useNoticeForm } from './use-notice.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** The filters of a list that may begin on an earlier day. */
const startAudienceToday = (audience: NoticeDialogRequest['audience'], today: string) =>
  audience.from !== undefined && audience.from < today ? { ...audience, from: today } : audience;

/** Focuses the content that replaced the focused element. */
const focusNode = (node: HTMLElement | null) => node?.focus();

/** Writes to the patients of a day: recipients and text, a preview with the cost, then sending. */
export function NoticeDialog({ today, audience, onClose }: NoticeDialogRequest & { onClose(): void }) {
  const [sent, setSent] = useState<NoticeResult | null>(null);
  const [again, setAgain] = useState(false);
  const state = useNoticeForm(startAudienceToday(audience, today), (done) => {
    const description = t('notice.sentTo', { n: done.people - done.toCall });
    toast({ kind: 'success', title: t('notice.sent'), description });
    if (done.toCall > 0) setSent(done);
    else onClose();
  });
  const { seen, busy, problem, refusal } = state;
  const body = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- once for each refusal
  useEffect(() => body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [refusal]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!seen) state.show();
    else if (n > 0) state.send();
  }
  /** Returns to the form and focuses it. */
  function change() {
    setAgain(true);
    state.back();
  }
  const n = seen ? countReachedPeople(seen.shown) : 0;
  if (sent)
    return (
      <Dialog
        open
        title={t('notice.sent')}
        description={t('notice.sentTo', { n: sent.people - sent.toCall })}
        closeLabel={t('common.action.close')}
        onClose={onClose}
        actions={
          <>
            <Button kind="out" onClick={onClose}>
              {t('common.action.close')}
            </Button>
            <ButtonLink href="/clinic/disruptions?tab=calls">{t('notice.toCalls')}</ButtonLink>
          </>
        }
      >
        <p ref={focusNode} tabIndex={-1} className="text-ui">
          {t('notice.onList', { n: sent.toCall })}
        </p>
      </Dialog>
    );
  return (
    <Dialog
      open
      size="md"
      title={t('notice.title')}
      description={t('notice.text')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button key={seen ? 'back' : 'close'} kind="out" onClick={seen ? change : onClose}>
            {t(seen ? 'notice.back' : 'common.action.cancel')}
          </Button>
          {!seen && (
            <Button
              type="submit"
              key="look"
              busy={busy}
              busyLabel={t('common.state.loading')}
              icon={<Eye {...icon} />}
            >
              {t('notice.look')}
            </Button>
          )}
          {n > 0 && (
            <Button
              type="submit"
              key="send"
              busy={busy}
              busyLabel={t('notice.sending')}
              icon={<Send {...icon} className="flip" />}
            >
              {t('notice.send', { n })}
            </Button>
          )}
        </>
      }
    >
      <div ref={body} className="grid gap-6">
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        {seen ? (
          <Preview key={seen.key} shown={seen.shown} />
        ) : (
          <>
            <div ref={again ? focusNode : undefined} tabIndex={-1}>
              <NoticeRecipientFields state={state} today={today} />
            </div>
            <NoticeTextFields state={state} />
          </>
        )}
      </div>
    </Dialog>
  );
}
