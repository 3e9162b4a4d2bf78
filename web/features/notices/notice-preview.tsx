import { Clock, Coins, PhoneCall, UsersRound } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { NoticePreview } from '#shared/contract/desk/notices.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { dirOf, type Lang } from '#shared/domain/languages.ts';
import { now as present } from '#web/api/clock.ts';
import { currentLang, formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';

const icon = {
  size: 18,
  strokeWidth: 1.7,
  'aria-hidden': true,
  className: 'mt-[2px] flex-none text-accent',
} as const;
const titles = { en: 'notice.inEnglish', ar: 'notice.inArabic' } as const;
const noticeChannels = ['sms', 'whatsapp', 'email', 'push'] as const;

/** Number of recipients whom a message reaches outside the app. */
export const countReachedPeople = ({ people, unreached }: NoticePreview): number => people - unreached.length;

/** Recipients of a notice, its channels, its number of paid messages and its text, before it is sent. */
export function Preview({ shown }: { shown: NoticePreview }) {
  const { people, visits, sample, unreached } = shown;
  const preview = useRef<HTMLElement>(null);
  const heading = useId();
  const inReadersOrder: readonly Lang[] = currentLang() === 'ar' ? ['ar', 'en'] : ['en', 'ar'];
  useEffect(() => preview.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls a preview without controls
    <section ref={preview} tabIndex={0} aria-labelledby={heading} className="grid gap-4">
      <h3 id={heading} className="flex items-start gap-2 text-lead!">
        <UsersRound {...icon} />
        {people > 0
          ? joinWithComma(t('notice.people', { n: people }), t('notice.visits', { n: visits }))
          : t('notice.nobody')}
      </h3>
      {people > 0 && <Figures shown={shown} />}
      <UnreachedPatients people={unreached} startsOpen={countReachedPeople(shown) === 0} />
      {sample && countReachedPeople(shown) > 0 && (
        <section aria-label={t('notice.reads', { name: sample.name })} className="grid gap-3">
          <p className="text-small text-ink-2">{t('notice.reads', { name: sample.name })}</p>
          <div className="grid gap-3 md:grid-cols-2">
            {inReadersOrder.map((lang) => (
              <NoticeText key={lang} lang={lang} title={t(titles[lang])} {...sample[lang]} />
            ))}
          </div>
        </section>
      )}
    </section>
  );
}

/** Patients whom no message reaches, so that staff must call them. */
function UnreachedPatients({
  people,
  startsOpen,
}: {
  people: NoticePreview['unreached'];
  startsOpen: boolean;
}) {
  if (people.length === 0) return null;
  return (
    <details open={startsOpen} className="rounded-item border border-line px-4 py-2">
      <summary className="flex min-h-tap cursor-pointer items-center gap-2 text-ui font-strong">
        <PhoneCall {...icon} />
        {t('notice.unreached', { n: people.length })}
      </summary>
      <ul className="grid gap-1 pb-2 text-ui">
        {people.map(({ id, name, phone, reach }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
            <bdi>{name}</bdi>
            <PatientPhone now={present()} phone={phone} reach={reach} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Figures({ shown }: { shown: NoticePreview }) {
  const { ways: by, parts, later } = shown;
  const at = later && readInstant(later.at);
  const clock = at && clinicClock(at);
  const said = noticeChannels
    .filter((way) => by[way] > 0)
    .map((way) => t(`notice.way.${way}`, { n: formatNumberInLang(by[way]) }));
  return (
    <ul className="grid gap-2 text-ui">
      <Line of={<UsersRound {...icon} />}>
        {said.length > 0 ? t('notice.ways', { ways: joinWithComma(...said) }) : t('notice.noWay')}
      </Line>
      {parts > 0 && <Line of={<Coins {...icon} />}>{t('notice.parts', { n: parts })}</Line>}
      {by.whatsapp > 0 && <Line of={<Coins {...icon} />}>{t('notice.whatsApps', { n: by.whatsapp })}</Line>}
      {later && clock && (
        <Line of={<Clock {...icon} />}>
          {t('notice.later', {
            n: later.people,
            when: formatVisit(currentLang(), clock.date, clock.time),
          })}
        </Line>
      )}
    </ul>
  );
}

const Line = ({ of, children }: { of: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    {of}
    <span>{children}</span>
  </li>
);

interface NoticeTextProps {
  lang: Lang;
  title: string;
  subject: string;
  text: string;
  sms: string;
}

function NoticeText({ lang, title, subject, text, sms }: NoticeTextProps) {
  const dir = dirOf(lang);
  return (
    <article className="grid content-start gap-3 rounded-item bg-sunk p-4 text-small">
      <h4 className="text-ui! font-strong">{title}</h4>
      <div className="grid gap-1">
        <p className="text-xs text-ink-2">{t('notice.asText')}</p>
        <p lang={lang} dir={dir} className="rounded-item bg-surface p-3 whitespace-pre-line wrap-anywhere">
          {sms}
        </p>
      </div>
      <div className="grid gap-1">
        <p className="text-xs text-ink-2">{t('notice.asLetter')}</p>
        <div lang={lang} dir={dir} className="grid gap-2 rounded-item bg-surface p-3 wrap-anywhere">
          <b>{subject}</b>
          <p className="whitespace-pre-line">{text}</p>
        </div>
      </div>
    </article>
  );
}
