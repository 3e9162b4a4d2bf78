import { BellRing, CalendarPlus, IdCard, MessageCircle, Pencil, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PatientFile } from '#shared/contract/patients.ts';
import { ageOn } from '#shared/domain/clinic-time.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { canCallNow } from '#shared/domain/messages/quiet-hours.ts';
import { now } from '#web/api/clock.ts';
import { currentLang, joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { callHref, canTextPhone, whatsAppHref } from '#web/ui/phone/phone-links.ts';
import { UnreachableNotice } from '../unreachable-notice.tsx';
import { FactsDialog } from './facts-dialog.tsx';

interface FileHeadProps {
  file: PatientFile;
  today: string;
  /** Text about missed appointments that count. */
  missedWords: ReactNode;
  /** The patient's alerts, for users who may see them. */
  alerts: ReactNode;
  onDetails(): void;
  onBook(): void;
  /** Adds the patient to the waiting list. */
  onWait(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Head of a patient's file: name, contact details, alerts and facts. */
export function FileHead({ file, today, missedWords, alerts, onDetails, onBook, onWait }: FileHeadProps) {
  const [editing, setEditing] = useState(false);
  const { user, birthDate, paperFile, note, seen, missed, usualBranch } = file;
  const { name, phone, reach } = user;
  const mayRing = canCallNow(reach && { ...reach, calls: true }, now());
  return (
    <Card as="section" aria-label={name} className="grid gap-[14px] px-[14px] py-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={name} className="size-[52px]! text-body! sm:size-[60px]!" />
        <h2
          dir="auto"
          className="min-w-0 flex-1 text-[1.5rem] wrap-anywhere [text-align:-webkit-match-parent] sm:text-[1.875rem] arabic:text-[1.9rem]"
        >
          {name}
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
          {phone && canCallNow(reach, now()) && (
            <ButtonLink kind="out" size="sm" icon={<Phone {...icon} />} href={callHref(phone)}>
              {t('desk.file.call')}
            </ButtonLink>
          )}
          {phone && mayRing && canTextPhone(phone) && (
            <ButtonLink
              kind="out"
              size="sm"
              icon={<MessageCircle {...icon} />}
              href={whatsAppHref(phone)}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('desk.file.message')}
            </ButtonLink>
          )}
          <Button kind="out" size="sm" icon={<CalendarPlus {...icon} />} onClick={onBook}>
            {t('desk.file.book')}
          </Button>
          <Button kind="out" size="sm" icon={<BellRing {...icon} />} onClick={onWait}>
            {t('desk.file.wait')}
          </Button>
        </div>
      </div>
      {alerts}
      <UnreachableNotice user={user} />
      <dl className="flex flex-wrap gap-x-8 gap-y-[10px] border-t border-line pt-[14px] text-small max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3">
        <Fact label={t('desk.file.phone')}>
          {phone && <PatientPhone now={now()} phone={phone} reach={reach} plain />}
        </Fact>
        <Fact label={t('desk.file.birthDate')}>
          {birthDate &&
            t('desk.file.born', { date: formatDate(currentLang(), birthDate), n: ageOn(birthDate, today) })}
        </Fact>
        <Fact label={t('desk.file.code')}>
          <span className="ltr num">{user.reference}</span>
        </Fact>
        <Fact label={t('desk.file.paperFile')}>
          {paperFile && (
            <span dir="auto" className="wrap-anywhere">
              {paperFile}
            </span>
          )}
        </Fact>
        <Fact label={t('desk.file.visits')}>
          {joinWithComma(
            t('desk.file.seen', { n: seen }),
            missed > 0 ? t('desk.file.missed', { n: missed }) : null,
          )}
          {missed > 0 && <small className="block text-xs font-normal text-ink-2">{missedWords}</small>}
        </Fact>
        <Fact label={t('desk.file.usualBranch')}>
          {usualBranch && pickLanguage(usualBranch.name, usualBranch.nameAr)}
        </Fact>
      </dl>
      {note && (
        <dl className="text-small">
          <Fact label={t('desk.file.note')}>
            <span dir="auto" className="wrap-anywhere block whitespace-pre-line">
              {note}
            </span>
          </Fact>
        </dl>
      )}
      <div className="-mx-2 -mb-2 flex flex-wrap items-center gap-x-1">
        <Button kind="gho" size="sm" icon={<Pencil {...icon} />} onClick={() => setEditing(true)}>
          {t('desk.file.edit')}
        </Button>
        <Button kind="gho" size="sm" icon={<IdCard {...icon} />} onClick={onDetails}>
          {t('desk.file.details')}
        </Button>
        <p className="ms-auto px-2 text-xs text-ink-2">{t('desk.file.recorded')}</p>
      </div>
      {editing && <FactsDialog file={file} today={today} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="font-medium">
        {children || <span className="font-normal text-ink-3">{t('desk.file.none')}</span>}
      </dd>
    </div>
  );
}
