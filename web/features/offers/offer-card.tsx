import { CalendarClock, Check, Phone, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { answerOffer, Offer } from '#shared/contract/offers.ts';
import { clinicClock, dayClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime, formatVisit, formatWeekdayDate } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isAcceptedOffer, type OfferAnswer } from '#shared/domain/visits/offer-state.ts';
import type { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countMinutesLeft, useMinuteClock } from './minutes-left.ts';
import { StateNotice } from './state-notice.tsx';

export type AnswerInput = BodyInput<typeof answerOffer>;

export interface MoverTarget {
  locationId: number;
  serviceId: number;
  doctorId: number | null;
  move(date: string, time: string): Promise<ApiError | null>;
}
export interface OfferPlaces {
  lang: Lang;
  today: string;
  branches: readonly { id: number; name: string }[];
  bookHref: string;
  /** Lets the patient choose another time at a branch. */
  mover(at: MoverTarget): ReactNode;
}

interface OfferCardProps extends OfferPlaces {
  offer: Offer;
  /** Heading level in the page. */
  level: 1 | 2;
  /** Reference of the appointment that would move, where several offers are shown. */
  reference?: string | null;
  /** Resolves to the error, or to null after success. */
  onAnswer(input: AnswerInput): Promise<ApiError | null>;
}

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;
const icons = {
  take: <Check {...icon} />,
  another: <CalendarClock {...icon} />,
  call: <Phone {...icon} />,
  decline: <X {...icon} />,
  cancel: <X {...icon} />,
};

/** Title of an offer: the question while it is open, else only its subject. */
function formatOfferTitle(
  offer: Offer,
  isOpen: boolean,
  { level, lang }: Pick<OfferCardProps, 'level' | 'lang'>,
): string {
  const { reason, state, visit, answers, appointmentDate, appointmentTime } = offer;
  const at = formatVisit(lang, appointmentDate, appointmentTime);
  if (reason === 'displaced' && (isOpen || answers.length > 0)) return t('offer.title.displaced');
  // Beside other offers the title names the time.
  if (!isOpen) {
    if (level !== 1) return t('offer.title.kept', { at });
    return t(
      visit || isAcceptedOffer(state) || state === 'another' ? 'offer.title.over' : 'offer.title.offered',
    );
  }
  return t(reason === 'waiting' && visit ? 'offer.title.earlier' : 'offer.title.time');
}

export const offerHeadingClass = 'text-[1.875rem] leading-[1.2] arabic:text-[2.3rem]';

/**
 * An offer with the time slot held for the patient: until when, and the possible answers. Opening it changes
 * nothing.
 */
export function OfferCard({ offer, level, reference, onAnswer, ...places }: OfferCardProps) {
  const [choosing, setChoosing] = useState(false);
  const [busy, setBusy] = useState<OfferAnswer | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { answers, state } = offer;
  const Heading = `h${level}` as const;
  async function send(input: AnswerInput): Promise<ApiError | null> {
    setBusy(input.answer);
    setRefused(null);
    const error = await onAnswer(input).finally(() => setBusy(null));
    // If another chosen time is taken, the message appears beside the times.
    if (error && input.answer !== 'another') setRefused(error.message);
    if (!error) setChoosing(false);
    return error;
  }
  const button = (answer: OfferAnswer, look: Pick<ButtonProps, 'kind' | 'size' | 'className'> = {}) =>
    answers.includes(answer) && (
      <Button
        {...look}
        icon={icons[answer]}
        busy={busy === answer}
        busyLabel={t('offer.working')}
        disabled={busy !== null && busy !== answer}
        onClick={() => (answer === 'another' ? setChoosing(true) : void send({ answer }))}
      >
        {t(`offer.answer.${answer}`)}
      </Button>
    );
  const isOpen = state === 'open' || (state === 'call' && answers.includes('take'));
  return (
    <>
      <Heading className={offerHeadingClass}>
        {formatOfferTitle(offer, isOpen, { level, lang: places.lang })}
      </Heading>
      {reference && <p className="num text-ui font-strong">{t('offer.reference', { code: reference })}</p>}
      {state !== 'open' && <StateNotice offer={offer} />}
      {offer.reason === 'displaced' && isOpen && <p className="text-ui text-ink-2">{t('offer.sorry')}</p>}
      <OfferedOrCurrentTime {...places} offer={offer} isOpen={isOpen} />
      {refused && (
        <Notice kind="danger" live>
          {refused}
        </Notice>
      )}
      {choosing && answers.includes('another') ? (
        <AnotherTime {...places} offer={offer} send={send} onBack={() => setChoosing(false)} />
      ) : (
        answers.length > 0 && (
          <div className="grid grid-cols-2 gap-2">
            {button('take', { size: 'lg', className: 'col-span-2' })}
            {button('another', { kind: 'sec', className: answers.includes('call') ? 'px-2!' : 'col-span-2' })}
            {button('call', { kind: 'sec', className: answers.includes('another') ? 'px-2!' : 'col-span-2' })}
            <div className="col-span-2 grid">
              {button('decline', { kind: 'gho' })}
              {button('cancel', { kind: 'gho' })}
            </div>
          </div>
        )
      )}
      {isOpen && <p className="text-small text-ink-2">{t(getNoAnswerKey(offer))}</p>}
      {!isOpen && shouldSuggestTimes(offer) && (
        <ButtonLink kind="sec" block href={places.bookHref}>
          {t('offer.book')}
        </ButtonLink>
      )}
    </>
  );
}

/**
 * Whether to suggest booking another time: the offer led to no appointment. A displaced appointment is moved
 * by the answer `another` instead.
 */
const shouldSuggestTimes = ({ state, visit, reason }: Offer): boolean =>
  !isAcceptedOffer(state) &&
  state !== 'another' &&
  !(visit?.isOpen && (state === 'settled' || reason === 'displaced'));

/** The offered time, or the patient's appointment as it is now. */
function OfferedOrCurrentTime({ offer, isOpen, ...places }: OfferPlaces & { offer: Offer; isOpen: boolean }) {
  const { state } = offer;
  if (state === 'settled' || state === 'another') return <VisitNow {...places} offer={offer} />;
  return (
    <>
      {isOpen && <TimeLeft lang={places.lang} offer={offer} today={places.today} />}
      {(isOpen || isAcceptedOffer(state)) && <Times {...places} offer={offer} />}
      {!isOpen && offer.reason === 'displaced' && offer.answers.length > 0 && (
        <OldVisit {...places} offer={offer} />
      )}
    </>
  );
}

const getNoAnswerKey = ({ reason, visit }: Offer) => {
  if (reason === 'displaced') return 'offer.silence.displaced';
  return visit ? 'offer.silence.visit' : 'offer.silence.new';
};

/** Minutes left as text. Screen readers announce only ten, five and one. */
function TimeLeft({ lang, offer, today }: { lang: Lang; offer: Offer; today: string }) {
  const now = useMinuteClock();
  const until = readInstant(offer.heldUntil);
  if (!until) return null;
  const left = countMinutesLeft(now, until);
  const whole = Math.max(left, countMinutesLeft(readInstant(offer.createdAt) ?? now, until));
  const { date, time } = clinicClock(until);
  const hour = { time: formatTime(lang, time) };
  const isSoon = left <= 60;
  return (
    <div className="grid gap-2">
      <p className="num flex flex-wrap items-baseline justify-between gap-2">
        {isSoon && <b className="font-strong">{t('offer.left', { n: left })}</b>}
        <span className="text-small text-ink-2">
          {dayClock(until).date === today
            ? t('offer.until', hour)
            : t('offer.untilDay', { ...hour, date: formatWeekdayDate(lang, date) })}
        </span>
      </p>
      {isSoon && (
        <span className="block h-2 overflow-hidden rounded-full bg-sunk" aria-hidden="true">
          <span
            className="block h-full rounded-full bg-brand"
            style={{ inlineSize: `${Math.min(100, (left / Math.max(whole, 1)) * 100)}%` }}
          />
        </span>
      )}
      <p role="status" className="sr-only">
        {[10, 5, 1].includes(left) ? t('offer.left', { n: left }) : ''}
      </p>
    </div>
  );
}

function Times({ lang, branches, offer }: Pick<OfferPlaces, 'lang' | 'branches'> & { offer: Offer }) {
  const branch = (id: number) => branches.find((one) => one.id === id)?.name;
  const { state } = offer;
  return (
    <div className="grid gap-2">
      <div className="grid gap-1 rounded-card bg-tint px-4 py-3">
        {!isAcceptedOffer(state) && <p className="text-small text-ink-2">{t('offer.time')}</p>}
        <p className="num text-balance font-display text-[1.375rem] leading-[1.25] arabic:text-[1.75rem]">
          {formatVisit(lang, offer.appointmentDate, offer.appointmentTime)}
        </p>
        <p className="text-ui text-ink-2">{branch(offer.locationId)}</p>
      </div>
      {!isAcceptedOffer(state) && <OldVisit {...{ lang, branches, offer }} />}
    </div>
  );
}

/** The appointment that would move. */
function OldVisit({ lang, branches, offer }: Pick<OfferPlaces, 'lang' | 'branches'> & { offer: Offer }) {
  const { visit } = offer;
  if (!visit) return null;
  return (
    <div className="grid gap-1 rounded-card border border-dashed border-control px-4 py-3">
      <p className="text-small text-ink-2">
        {t(offer.reason === 'displaced' ? 'offer.old.not' : 'offer.old.stays')}
      </p>
      <p className="num text-ui">{formatVisit(lang, visit.appointmentDate, visit.appointmentTime)}</p>
      {/* Named only if it differs from the branch of the offer. */}
      {visit.locationId !== offer.locationId && (
        <p className="text-small text-ink-2">{branches.find(({ id }) => id === visit.locationId)?.name}</p>
      )}
    </div>
  );
}

/** The patient's appointment as it is now, whether the offer or something else moved it. */
function VisitNow({ lang, branches, offer }: Pick<OfferPlaces, 'lang' | 'branches'> & { offer: Offer }) {
  const { visit } = offer;
  if (!visit?.isOpen) return null;
  return (
    <div className="grid gap-1 rounded-card bg-tint px-4 py-3">
      <p className="text-small text-ink-2">{t('offer.visitNow')}</p>
      <p className="num text-balance font-display text-[1.375rem] leading-[1.25] arabic:text-[1.75rem]">
        {formatVisit(lang, visit.appointmentDate, visit.appointmentTime)}
      </p>
      <p className="text-ui text-ink-2">{branches.find(({ id }) => id === visit.locationId)?.name}</p>
    </div>
  );
}

interface AnotherTimeProps extends OfferPlaces {
  offer: Offer;
  send(input: AnswerInput): Promise<ApiError | null>;
  onBack(): void;
}

/** Times at all branches for the same service; the offered time slot stays held meanwhile. */
function AnotherTime({ branches, mover, offer, send, onBack }: AnotherTimeProps) {
  const [locationId, setLocationId] = useState(offer.locationId);
  return (
    <div className="grid gap-5">
      <Field label={t('offer.branch')}>
        <Select value={locationId} onChange={({ target }) => setLocationId(Number(target.value))}>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <div key={locationId}>
        {mover({
          locationId,
          serviceId: offer.serviceId,
          doctorId: offer.doctorId,
          move: (appointmentDate, appointmentTime) =>
            send({ answer: 'another', locationId, appointmentDate, appointmentTime }),
        })}
      </div>
      <Button kind="gho" onClick={onBack}>
        {t('offer.back')}
      </Button>
    </div>
  );
}
