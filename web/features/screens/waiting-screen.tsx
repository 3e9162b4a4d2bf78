import { Volume2, WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ScreenState } from '#shared/contract/screens.ts';
import { clinicClock, readInstant } from '#shared/domain/clinic-time.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { arDeskScreen } from '#shared/messages/ar/desk-screen.ts';
import { formatNumber, type MessageParams, phrase } from '#shared/messages/catalogue.ts';
import { enDeskScreen } from '#shared/messages/en/desk-screen.ts';
import { now as present } from '#web/api/clock.ts';
import { t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Lotus } from '#web/ui/drawings/lotus.tsx';
import { canPlayChime, enableChime, playChime } from './chime.ts';
import { useScreen } from './use-screen.ts';

const maxRoomsShown = 4;
/** Milliseconds for which a called ticket is highlighted. */
const callHighlightMs = 60_000;

/** A text in both languages, one below the other. */
function BilingualText({ word, params }: { word: keyof typeof enDeskScreen; params?: MessageParams }) {
  return (
    <>
      <span lang="en" dir="ltr">
        {phrase('en', enDeskScreen, word, params)}
      </span>
      <span lang="ar" dir="rtl">
        {phrase('ar', arDeskScreen, word, params)}
      </span>
    </>
  );
}

/** The clinic's time, updated every few seconds. */
function useScreenClock() {
  const [at, setAt] = useState(present);
  useEffect(() => {
    const timer = setInterval(() => setAt(present()), 5000);
    return () => clearInterval(timer);
  }, []);
  return at;
}

/** Plays the chime once for each ticket called while the screen is open. */
function useChime(state: ScreenState | null): void {
  const heard = useRef<string | null>(null);
  useEffect(() => {
    if (!state) return;
    const last = state.called[0]?.calledAt ?? '';
    if (heard.current !== null && last > heard.current) playChime();
    heard.current = last > (heard.current ?? '') ? last : heard.current;
  }, [state]);
}

interface WaitingScreenProps {
  token: string;
  clinic: { name: string; nameAr: string | null };
}

/** The screen of a waiting room, readable from five metres: tickets and rooms, in both languages at once. */
export function WaitingScreen({ token, clinic }: WaitingScreenProps) {
  const { state, line } = useScreen(token);
  const at = useScreenClock();
  const [silent, setSilent] = useState(() => !canPlayChime());
  useChime(state);
  const { date, time } = clinicClock(at);
  return (
    <main data-screen="" className={cx('wait-screen', state?.closed && 'is-night')}>
      <h1 className="sr-only">{t('desk.screen.title')}</h1>
      {line !== 'on' && (
        <p role="status" className="wait-lost">
          <WifiOff size={28} aria-hidden="true" />
          <BilingualText word={line === 'ended' ? 'desk.screen.over' : 'desk.screen.lost'} />
        </p>
      )}
      <header className="wait-head">
        <p className="wait-brand">
          <b>
            <span dir="ltr">{clinic.name}</span>
            {clinic.nameAr && (
              <span lang="ar" dir="rtl">
                {clinic.nameAr}
              </span>
            )}
          </b>
          <small>
            <span dir="ltr">{state?.branch.name}</span>
            {state?.branch.nameAr && (
              <span lang="ar" dir="rtl">
                {state.branch.nameAr}
              </span>
            )}
          </small>
        </p>
        <p className="wait-clock num" dir="ltr">
          {formatTime('en', time).replace(/ [AP]M$/, '')}
        </p>
        <p className="wait-date">
          <span lang="en" dir="ltr">
            {formatWeekdayDate('en', date)}
          </span>
          <span lang="ar" dir="rtl">
            {formatWeekdayDate('ar', date)}
          </span>
        </p>
      </header>
      {state && <RoomTickets state={state} at={at} />}
      <footer className="wait-foot">
        {state && !state.closed && state.called.length === 0 && state.next.length === 0 && (
          <p className="wait-take">
            <BilingualText word="desk.screen.take" />
          </p>
        )}
        {state && state.next.length > 0 && (
          <div className="wait-next">
            <p>
              <BilingualText word="desk.screen.next" />
            </p>
            {state.next.map((ticket) => (
              <Numeral key={ticket} n={ticket} />
            ))}
          </div>
        )}
        {silent && line === 'on' && (
          <button
            type="button"
            className="wait-sound"
            onClick={() => void enableChime().then((sounds) => setSilent(!sounds))}
          >
            <Volume2 size={20} aria-hidden="true" />
            {t('desk.screen.sound')}
          </button>
        )}
        {state && state.delayMinutes > 0 && (
          <p className="wait-late">
            <BilingualText word="desk.screen.late" params={{ n: state.delayMinutes }} />
          </p>
        )}
      </footer>
    </main>
  );
}

/** A ticket number in Western and Arabic digits. */
function Numeral({ n }: { n: number }) {
  return (
    <span className="wait-numeral">
      <b lang="en">{formatNumber('en', n)}</b>
      <span lang="ar" aria-hidden="true">
        {formatNumber('ar', n)}
      </span>
    </span>
  );
}

function RoomTickets({ state, at }: { state: ScreenState; at: Date }) {
  const { called, rooms } = state;
  const shown = called.slice(0, maxRoomsShown);
  const free = Array.from({ length: rooms }, (_, i) => i + 1).filter(
    (n) => !called.some(({ room }) => room === n),
  );
  const empty = free.slice(0, Math.max(0, Math.min(rooms, 3) - shown.length));
  const isNew = (calledAt: string) =>
    at.getTime() - (readInstant(calledAt)?.getTime() ?? 0) < callHighlightMs;
  return (
    <div className="wait-doors" aria-live="polite">
      {shown.map(({ ticket, room, calledAt }, i) => (
        <section key={ticket} className={cx('wait-door', i === 0 && isNew(calledAt) && 'is-called')}>
          {i === 0 && isNew(calledAt) && (
            <p className="wait-come">
              <BilingualText word="desk.screen.comeIn" />
            </p>
          )}
          <Numeral n={ticket} />
          <p className="wait-room">
            {room === null ? (
              <BilingualText word="desk.screen.inside" />
            ) : (
              <BilingualText word="desk.screen.room" params={{ n: room }} />
            )}
          </p>
        </section>
      ))}
      {empty.map((n) => (
        <section key={`empty-${n}`} aria-hidden="true" className="wait-door is-empty">
          <Lotus className="wait-lotus" />
          <p className="wait-room">
            <BilingualText word="desk.screen.room" params={{ n }} />
          </p>
        </section>
      ))}
    </div>
  );
}
