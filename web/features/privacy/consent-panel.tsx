import { FileText } from 'lucide-react';
import { useState } from 'react';
import {
  type Consent,
  giveConsent,
  openConsent,
  readConsent,
  readNotice,
  type PrivacyNotice as Words,
  withdrawConsent,
} from '#shared/contract/own/privacy.ts';
import { formatDateOf } from '#shared/domain/format-time.ts';
import { dirOf, type Lang, langs } from '#shared/domain/languages.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { useChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useRead } from '#web/api/hooks.ts';
import { refreshSession } from '#web/api/session.ts';
import { currentLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ToggleButtonRow } from '#web/ui/form/toggle-button-row.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

/** Texts of the panel, addressed to the patient or to staff. */
export type ConsentTextKey =
  | Consent['state']
  | 'read'
  | 'agree'
  | 'agreed'
  | 'withdraw'
  | 'refuse'
  | 'sure'
  | 'means'
  | 'keep'
  | 'ended'
  | 'own'
  | 'by'
  | 'desk'
  | 'deskBy'
  | 'until'
  | 'words'
  | 'failed'
  | 'notSaved';

interface ConsentPanelProps {
  patientId: number;
  /** For staff who read the notice aloud: label of the choice of language, which is recorded. */
  readIn?: string;
  say(word: ConsentTextKey, params?: MessageParams): string;
}

type ConsentStatement = Consent['said'][number];
const icon = { size: 16, strokeWidth: 1.7, 'aria-hidden': true } as const;
const formatConsentDay = (at: string): string => formatDateOf(currentLang(), at);

/** Consent to the privacy notice: whether it was given, to which version, and buttons to change it. */
export function ConsentPanel({ patientId, readIn, say }: ConsentPanelProps) {
  const params = { id: patientId };
  const consent = useRead(openConsent, { params });
  const end = useChange(withdrawConsent);
  const [asks, setAsks] = useState<'agree' | 'withdraw' | ConsentStatement | null>(null);
  const close = () => setAsks(null);
  if (consent.isError && !consent.data)
    return (
      <LoadFailed
        title={say('failed')}
        reason={consent.error.message}
        onAgain={() => void consent.refetch()}
      />
    );
  if (!consent.data)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-14" />
      </LoadingRegion>
    );
  const { state, said } = consent.data;
  const standing = said[0] && said[0].withdrawnAt === null;
  function withdraw() {
    end.mutate(
      { params },
      {
        onSuccess() {
          showToast({ kind: 'success', title: say('ended') });
          void refreshSession();
          close();
        },
        onError: (error) => showErrorToast(say('notSaved'), error),
      },
    );
  }
  return (
    <>
      {state === 'asked' ? (
        <Notice kind="warn">{say(state)}</Notice>
      ) : (
        <p className="text-ui">{say(state)}</p>
      )}
      {said.length > 0 && (
        <ul className="grid">
          {said.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line py-2 text-small"
            >
              <span>
                <b className="num font-strong">{formatConsentDay(one.givenAt)}</b>{' '}
                <span className="text-ink-2">
                  {joinWithComma(
                    t(`common.lang.${one.lang}`),
                    formatConsentAuthor(one, say),
                    one.withdrawnAt && say('until', { date: formatConsentDay(one.withdrawnAt) }),
                  )}
                </span>
              </span>
              <Button kind="gho" size="sm" icon={<FileText {...icon} />} onClick={() => setAsks(one)}>
                {say('words', { date: formatConsentDay(one.givenAt) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {state !== 'given' && (
          <Button kind="sec" size="sm" onClick={() => setAsks('agree')}>
            {say('read')}
          </Button>
        )}
        {standing && (
          <Button kind="gho" size="sm" onClick={() => setAsks('withdraw')}>
            {say(state === 'asked' ? 'refuse' : 'withdraw')}
          </Button>
        )}
      </div>
      {asks === 'agree' && (
        <AgreeToNotice
          {...{ patientId, readIn, say }}
          first={readIn ? consent.data.lang : currentLang()}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asks === 'withdraw'}
        title={say('sure')}
        description={say('means')}
        safeLabel={say('keep')}
        confirmLabel={say('withdraw')}
        closeLabel={t('common.action.close')}
        busy={end.isPending}
        onCancel={close}
        onConfirm={withdraw}
      />
      {asks !== null && typeof asks === 'object' && (
        <AgreedNoticeText {...{ patientId, say }} said={asks} onClose={close} />
      )}
    </>
  );
}

function formatConsentAuthor(
  { own, atDesk, by, byAr }: ConsentStatement,
  say: ConsentPanelProps['say'],
): string | null {
  if (own) return say('own');
  const name = by === null ? null : pickLanguage(by, byAr);
  if (atDesk) return name === null ? say('desk') : say('deskBy', { name });
  return name && say('by', { name });
}

interface OverItProps extends ConsentPanelProps {
  onClose(): void;
}

/** The current notice, to read and agree to. */
function AgreeToNotice({ patientId, readIn, first, say, onClose }: OverItProps & { first: Lang }) {
  const [lang, setLang] = useState(first);
  const notice = useRead(readNotice, { query: { lang } }, { keepPrevious: true });
  const give = useChange(giveConsent);
  const { data } = notice;
  return (
    <FormDialog
      title={data?.title ?? t('common.state.loading')}
      size="lg"
      submitLabel={data && say('agree')}
      problem={give.error?.message ?? notice.error?.message}
      busy={give.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!data) return;
        give.mutate(
          { params: { id: patientId }, body: { version: data.version, lang: data.lang } },
          {
            onSuccess() {
              showToast({ kind: 'success', title: say('agreed') });
              void refreshSession();
              onClose();
            },
            onError: () => void notice.refetch(),
          },
        );
      }}
      onClose={onClose}
    >
      {readIn && (
        <ToggleButtonRow
          label={readIn}
          value={lang}
          options={langs.map((value) => ({ value, label: t(`common.lang.${value}`) }))}
          onChoose={(next) => setLang(next)}
        />
      )}
      {data ? <Sections {...data} /> : <Skeleton className="h-40" />}
    </FormDialog>
  );
}

/** The version of the notice to which the patient agreed. */
function AgreedNoticeText({ patientId, say, said, onClose }: OverItProps & { said: ConsentStatement }) {
  const { data, error } = useRead(readConsent, { params: { id: patientId, consentId: said.id } });
  return (
    <FormDialog
      title={data?.title ?? say('words', { date: formatConsentDay(said.givenAt) })}
      size="lg"
      submitLabel={undefined}
      problem={error?.message}
      busy={false}
      onSubmit={(event) => event.preventDefault()}
      onClose={onClose}
    >
      {data ? <Sections {...data} /> : <Skeleton className="h-40" />}
    </FormDialog>
  );
}

/** Makes the long text focusable, so that it can be scrolled with the keyboard. */
const keyboardScrollProps = { tabIndex: 0 };

function Sections({ lang, title, sections }: Omit<Words, 'version'>) {
  return (
    <div
      role="region"
      aria-label={title}
      lang={lang}
      dir={dirOf(lang)}
      className="grid gap-5"
      {...keyboardScrollProps}
    >
      {sections.map(({ heading, body }) => (
        <section key={heading}>
          <h3 className="mb-1 font-text text-ui font-strong">{heading}</h3>
          <p className="text-small whitespace-pre-line text-ink-2">{body}</p>
        </section>
      ))}
    </div>
  );
}
