import { useEffect, useRef, useState } from 'react';
import {
  calendarTitles,
  changeCalendar,
  endCalendar,
  makeCalendar,
  type OwnCalendar,
  ownCalendar,
} from '#shared/contract/connections/calendars.ts';
import type { User } from '#shared/contract/users.ts';
import { formatAgo } from '#shared/domain/format-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

type Titles = OwnCalendar['titles'];

const getPatientCalendarKind = ({ caresFor }: User) => (caresFor.length > 0 ? 'family' : 'own');

function getCalendarKind(user: User) {
  if (user.role === 'doctor') return 'doctor';
  return isStaff(user.role) ? 'desk' : getPatientCalendarKind(user);
}

/**
 * Calendar subscription of the user's own appointments: create, renew and end its address, which is shown
 * only once.
 */
export function CalendarCard({ user }: { user: User }) {
  const { data, error, refetch } = useRead(ownCalendar);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card as="section" aria-labelledby="calendar-title" className="grid gap-4 p-5 md:p-9">
      <div>
        <h2
          id="calendar-title"
          ref={heading}
          tabIndex={-1}
          className="text-[1.375rem] outline-none arabic:text-[1.75rem]"
        >
          {t('account.calendar.title')}
        </h2>
        <p className="mt-1 text-small text-ink-2">
          {t('calendar.how')} {t(`calendar.whose.${getCalendarKind(user)}`)}
        </p>
      </div>
      {error && <LoadFailed title={t('calendar.loadFailed')} onAgain={() => void refetch()} />}
      {!error && !data && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-32" />
        </LoadingRegion>
      )}
      {data && <Address user={user} calendar={data.calendar} />}
    </Card>
  );
}

function Address({ user, calendar }: { user: User; calendar: OwnCalendar | null }) {
  const make = useChange(makeCalendar, { untilRead: true });
  const rename = useChange(changeCalendar, { untilRead: true });
  const end = useChange(endCalendar, { untilRead: true });
  const [chosen, choose] = useState<Titles>(calendar?.titles ?? 'discreet');
  const [link, setLink] = useState<string | null>(null);
  const [said, say] = useState<'calendar.renewed' | 'calendar.ended' | null>(null);
  const [ending, setEnding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const who = isStaff(user.role) ? 'staff' : getPatientCalendarKind(user);
  const doing = (act: Promise<unknown>) => {
    setProblem(undefined);
    return act.catch((error: unknown) => setProblem(getErrorMessage(error, t('error.unknown'))));
  };
  async function another() {
    const renews = calendar !== null;
    const made = await make.mutateAsync({ body: { titles: chosen } });
    setLink(`${location.origin}${made.link}`);
    say(renews ? 'calendar.renewed' : null);
  }
  async function endIt() {
    setEnding(false);
    await end.mutateAsync({});
    setLink(null);
    say('calendar.ended');
  }
  function call(titles: Titles) {
    choose(titles);
    if (calendar) void doing(rename.mutateAsync({ body: { titles } }));
  }
  return (
    <>
      <div className="grid gap-2">
        <p id="calendar-titles" className="text-small font-strong">
          {t('calendar.titles')}
        </p>
        <RadioCards
          name="calendar-titles"
          labelledBy="calendar-titles"
          describedBy="calendar-titles-hint"
          value={chosen}
          onChange={(value) => call(value as Titles)}
          options={calendarTitles.map((value) => ({ value, label: t(`calendar.titles.${value}.${who}`) }))}
        />
        <p id="calendar-titles-hint" className="text-small text-ink-2">
          {t('calendar.titles.hint')}
        </p>
      </div>
      {problem && (
        <Notice kind="danger" live title={t('calendar.failed')}>
          {problem}
        </Notice>
      )}
      {link && <Link link={link} />}
      {calendar && <p className="num text-small text-ink-2">{formatCalendarState(calendar)}</p>}
      <div className="flex flex-wrap gap-3">
        <Button kind={calendar ? 'out' : 'pri'} busy={make.isPending} onClick={() => void doing(another())}>
          {t(calendar ? 'calendar.renew' : 'calendar.make')}
        </Button>
        {calendar && (
          <Button kind="dan" busy={end.isPending} onClick={() => setEnding(true)}>
            {t('calendar.end')}
          </Button>
        )}
      </div>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {said && t(said)}
      </p>
      <ConfirmDialog
        open={ending}
        title={t('calendar.endTitle')}
        description={t('calendar.endText')}
        safeLabel={t('common.action.cancel')}
        confirmLabel={t('calendar.end')}
        closeLabel={t('common.action.close')}
        onCancel={() => setEnding(false)}
        onConfirm={() => void doing(endIt())}
      />
    </>
  );
}

const formatCalendarState = ({ createdAt, seenAt }: OwnCalendar): string => {
  const ago = (at: string) => formatAgo(currentLang(), at, now());
  return joinWithComma(
    t('calendar.made', { when: ago(createdAt) }),
    seenAt ? t('calendar.read', { when: ago(seenAt) }) : t('calendar.neverRead'),
  );
};

/** Calendar programs handle `webcal` links. */
const toWebcalUrl = (link: string): string => link.replace(/^https?:/, 'webcal:');

function Link({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  }
  return (
    <Notice title={t('calendar.once')} live>
      <p>{t('calendar.secret')}</p>
      <span className="mt-2 flex flex-wrap gap-2">
        <TextInput
          readOnly
          dir="ltr"
          className="min-w-0 flex-auto basis-60"
          aria-label={t('calendar.address')}
          value={link}
          onFocus={({ target }) => target.select()}
        />
        <Button kind="out" onClick={() => void copy().catch(() => undefined)}>
          {t(copied ? 'calendar.copied' : 'calendar.copy')}
        </Button>
        <ButtonLink kind="out" href={toWebcalUrl(link)}>
          {t('calendar.open')}
        </ButtonLink>
      </span>
    </Notice>
  );
}
