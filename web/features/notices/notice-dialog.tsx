import { Eye, Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { t } from '#web/i18n.ts';
import type { NoticeDialogRequest } from '#web/islands/notice-dialog.ts';
import { toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { WhatFields, WhomFields } from './notice-fields.tsx';
import { Preview } from './notice-preview.tsx';
import { type Sent, useNotice } from './use-notice.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Writes to the patients of a day: whom and what; as it will read, with its cost; and then it is sent. */
export function NoticeDialog({ today, audience, onClose }: NoticeDialogRequest & { onClose(): void }) {
  const [sent, setSent] = useState<Sent | null>(null);
  const state = useNotice(audience, (done) => {
    const description = t('notice.sentTo', { n: done.people });
    toast({ kind: 'success', title: t('notice.sent'), description });
    if (done.toCall > 0) setSent(done);
    else onClose();
  });
  const { seen, busy, problem } = state;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (seen) state.send();
    else state.show();
  }
  const n = seen?.shown.people ?? 0;
  if (sent)
    return (
      <Dialog
        open
        title={t('notice.sent')}
        description={t('notice.sentTo', { n: sent.people })}
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
        <p className="text-ui">{t('notice.onList', { n: sent.toCall })}</p>
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
          <Button kind="out" onClick={seen ? state.back : onClose}>
            {t(seen ? 'notice.back' : 'common.action.cancel')}
          </Button>
          {seen ? (
            <Button
              type="submit"
              key="send"
              busy={busy}
              busyLabel={t('notice.sending')}
              disabled={n === 0}
              icon={<Send {...icon} className="flip" />}
            >
              {t('notice.send', { n })}
            </Button>
          ) : (
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
        </>
      }
    >
      <div className="grid gap-6">
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        {seen ? (
          <Preview key={seen.key} shown={seen.shown} />
        ) : (
          <>
            <WhomFields state={state} today={today} />
            <WhatFields state={state} />
          </>
        )}
      </div>
    </Dialog>
  );
}
