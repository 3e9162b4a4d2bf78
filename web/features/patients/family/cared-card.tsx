import { CalendarDays, Check, Eye, FileText, Handshake, KeyRound, Lock, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type CaredPerson, endCare } from '#shared/contract/patients.ts';
import { formatVisit, formatYear } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { refreshSession } from '#web/api/session.ts';
import { joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { ShareDialog } from './agreement-dialog.tsx';
import type { FamilyTabProps } from './family-tab.tsx';
import { OwnAccountDialog } from './own-account-dialog.tsx';

interface CaredCardProps extends Omit<FamilyTabProps, 'user'> {
  person: CaredPerson;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** A person in the user's care: next appointment, what the user may see, and the actions. */
export function CaredCard({ person, lang, bookHref, visitsHref, openingsOf, consentOf }: CaredCardProps) {
  const [asks, setAsks] = useState<'account' | 'end' | 'openings' | 'consent' | 'share' | null>(null);
  const { id, name, relation, birthYear, reference, next, isMinor, hasAccount, seesVisits, readsNotes } =
    person;
  const born =
    birthYear === null ? null : t('account.family.born', { year: formatYear(lang, `${birthYear}-01-01`) });
  return (
    <Card as="li" className="grid gap-4 p-5 md:p-6">
      <div className="flex items-center gap-3">
        <Avatar name={name} className="size-11!" />
        <div className="min-w-0">
          <h3
            dir="auto"
            className="text-body leading-snug font-strong wrap-anywhere [text-align:-webkit-match-parent]"
          >
            {name}
          </h3>
          <p className="num text-small text-ink-2">
            {joinWithComma(t(`account.family.is.${relation}`), born)}
            <span className="block">
              <bdi className="ltr">{reference}</bdi>
            </span>
          </p>
        </div>
      </div>
      {next && <NextAppointment next={next} lang={lang} />}
      <Rights person={person} />
      <div className="flex flex-wrap gap-2">
        {seesVisits && (
          <>
            <ButtonLink kind="sec" size="sm" href={bookHref(id)} icon={<Plus {...icon} />}>
              {t('account.family.book')}
            </ButtonLink>
            <ButtonLink kind="out" size="sm" href={visitsHref(id)} icon={<CalendarDays {...icon} />}>
              {t('account.family.visits')}
            </ButtonLink>
          </>
        )}
        {!isMinor && !readsNotes && (
          <Button kind="out" size="sm" icon={<Handshake {...icon} />} onClick={() => setAsks('share')}>
            {t('family.share.open')}
          </Button>
        )}
        {!hasAccount && !isMinor && (
          <Button kind="gho" size="sm" icon={<KeyRound {...icon} />} onClick={() => setAsks('account')}>
            {t('account.family.ownAccount')}
          </Button>
        )}
        {!hasAccount && (
          <>
            <Button kind="gho" size="sm" icon={<Eye {...icon} />} onClick={() => setAsks('openings')}>
              {t('account.family.openings')}
            </Button>
            <Button kind="gho" size="sm" icon={<FileText {...icon} />} onClick={() => setAsks('consent')}>
              {t('family.consent.open')}
            </Button>
          </>
        )}
        <Button kind="gho" size="sm" icon={<X {...icon} />} onClick={() => setAsks('end')}>
          {t('account.family.end')}
        </Button>
      </div>
      {asks === 'account' && (
        <OwnAccountDialog
          patientId={id}
          text={t('account.family.accountText')}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'share' && <ShareDialog person={person} onClose={() => setAsks(null)} />}
      {(asks === 'openings' || asks === 'consent') && (
        <Dialog
          open
          title={t(asks === 'openings' ? 'account.family.openingsOf' : 'family.consent.title', { name })}
          closeLabel={t('common.action.close')}
          onClose={() => setAsks(null)}
        >
          {asks === 'openings' ? openingsOf(person) : consentOf(person)}
        </Dialog>
      )}
      {asks === 'end' && <EndDialog id={id} name={name} onClose={() => setAsks(null)} />}
    </Card>
  );
}

function NextAppointment({ next, lang }: { next: NonNullable<CaredPerson['next']>; lang: Lang }) {
  return (
    <p className="flex items-start gap-3 rounded-item bg-tint px-4 py-3 text-ui leading-[1.5]">
      <CalendarDays {...icon} className="mt-1 flex-none text-accent" />
      <span className="min-w-0">
        <b className="num block">{formatVisit(lang, next.appointmentDate, next.appointmentTime)}</b>
        {pickLanguage(next.locationName, next.locationNameAr)}
      </span>
    </p>
  );
}

function Rights({ person: { hasAccount, isMinor, seesVisits, readsNotes } }: { person: CaredPerson }) {
  if (!seesVisits)
    return (
      <ul>
        <Right may={false}>{t('account.family.may.nothing')}</Right>
      </ul>
    );
  const notes = isMinor ? 'childNotes' : readsNotes ? 'notes' : 'noNotes';
  return (
    <ul className="grid gap-2">
      <Right may>{t('account.family.may.visits')}</Right>
      {!hasAccount && <Right may>{t('account.family.may.messages')}</Right>}
      <Right may={notes !== 'noNotes'}>{t(`account.family.may.${notes}`)}</Right>
      {isMinor && <Right may={false}>{t('account.family.may.ofAge')}</Right>}
    </ul>
  );
}

function Right({ may, children }: { may: boolean; children: ReactNode }) {
  const Icon = may ? Check : Lock;
  return (
    <li className="flex items-start gap-2 text-small leading-[1.5]">
      <Icon
        {...icon}
        className={may ? 'mt-[1px] flex-none text-sage-ink' : 'mt-[1px] flex-none text-ink-2'}
      />
      <span className={may ? 'min-w-0' : 'min-w-0 text-ink-2'}>{children}</span>
    </li>
  );
}

function EndDialog({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const { mutate: end, isPending, error } = useChange(endCare);
  const ended = () => {
    showToast({ kind: 'success', title: t('account.family.endedTitle', { name }) });
    void refreshSession();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('account.family.endTitle', { name })}
      description={t('account.family.endText')}
      closeLabel={t('common.action.close')}
      safeLabel={t('account.family.keep')}
      confirmLabel={t('account.family.end')}
      busy={isPending}
      onCancel={onClose}
      onConfirm={() => end({ params: { id } }, { onSuccess: ended })}
    >
      {error && (
        <Notice kind="danger" live>
          {getErrorMessage(error, t('account.family.endFailed'))}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
