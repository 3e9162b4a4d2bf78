import { ListChecks } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { Card } from '#shared/contract/arrivals.ts';
import type { FoundPatient } from '#shared/contract/users.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import type { BoardColumn } from '#shared/domain/visits/visit-stage.ts';
import type { DoctorScope } from '#web/api/own/doctor-scope.ts';
import type { PatientSearchProps } from '#web/api/own/patient-search.ts';
import { FindBox } from '#web/features/arrivals/find/find-box.tsx';
import { currentLang, formatNumberInLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card as Panel } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LostBanner } from '#web/ui/frame/lost-banner.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { BoardColumns } from './board-columns.tsx';
import { BoardDialogs, type OpenDialog } from './board-dialogs.tsx';
import { type FollowedVisit, formatCardName, toFollowUpVisit } from './board-names.ts';
import { ClosingPanel } from './closing/closing-panel.tsx';
import { isDayOver } from './closing/is-day-over.ts';
import { DayBar } from './day-bar.tsx';
import { DaySheet } from './day-sheet.tsx';
import { DelayPanel } from './delay-panel.tsx';
import { PhoneBottomBar } from './thumb-bar.tsx';
import { type Board, useBoard } from './use-board.ts';
import { focusBoard, takeStepKeepingFocus, useBoardKeys } from './use-board-keys.ts';
import { type BoardSelection, useBoardSelection } from './use-board-place.ts';
import type { CardActions } from './visit-card.tsx';
import { WalkInForm } from './walk-in-form.tsx';

interface DayBoardProps {
  place: BoardSelection;
  onPlace(place: Partial<BoardSelection>): void;
  now: Date;
  /** Restricts the board to one doctor, and the control that chooses it. */
  whose: DoctorScope;
  openFile(patient: { id: number; name: string }): void;
  book(patient: FoundPatient): void;
  PatientSearch: ComponentType<PatientSearchProps>;
  followUp(visit: FollowedVisit): void;
  openNote(visit: { id: number; name: string }): void;
  openMissed(visit: { id: number; userId: number; name: string }): void;
  /** Opens the panel of an appointment. */
  openVisit(visit: { id: number }): void;
  alerts: CardActions['alerts'];
  /** Further tools of a branch, and menu items for the less frequent ones. */
  tools?: (branch: { id: number; name: string }) => ReactNode;
  more?: (branch: { id: number; name: string }) => ReactNode;
}

/** Id of the card that has the focus: only this one shows its primary button. */
function useFocusedCardId(): number | null {
  const [current, setCurrent] = useState<number | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const card = target instanceof HTMLElement && target.closest<HTMLElement>('[data-card]');
      if (card) setCurrent(Number(card.dataset.card));
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return current;
}

/** Focuses a card after the next render, when it may be in another column. */
const focusCard = ({ id }: Card) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus());

/** Dialogs, announcements and focus of the board. */
function useBoardDialogs(
  board: Board,
  isToday: boolean,
  actions: CardActions,
  setOpen: (open: OpenDialog | null) => void,
) {
  const [chosen, onShow] = useState<BoardColumn | null>(null);
  const { day, columns } = board;
  // A phone shows one column: first the waiting patients, or in the morning the expected ones.
  if (chosen === null && day)
    onShow(columns.waiting.length === 0 && columns.expected.length > 0 ? 'expected' : 'waiting');
  const shown = chosen ?? 'waiting';
  const findBox = useRef<HTMLInputElement>(null);
  const walkInBox = useRef<HTMLInputElement>(null);
  const startWalkIn = (typed = '') => setOpen({ what: 'walk-in', typed });
  // The search has the focus when the page opens; not on a phone, where it would open the keyboard.
  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) findBox.current?.focus();
  }, []);
  useBoardKeys({
    columns: board.columns,
    isToday,
    actions,
    onPlace: (card, before) => setOpen({ what: 'move', card, before }),
    onFind: () => findBox.current?.focus(),
    onShow,
    onWalkIn() {
      if (walkInBox.current?.offsetParent) walkInBox.current.focus();
      else startWalkIn();
    },
  });
  function greeted(card: Card) {
    const ticket = card.ticket === null ? '' : formatNumberInLang(card.ticket);
    const description = t('desk.walkIn.done', { name: formatCardName(card), ticket });
    showToast({ kind: 'success', title: t('desk.mark.walkIn'), description });
    setOpen(null);
  }
  return { findBox, walkInBox, startWalkIn, greeted, shown, onShow };
}

/** Board of a branch and day: expected, waiting, inside and seen patients, with the actions of the desk. */
export function DayBoard(props: DayBoardProps) {
  const { place, onPlace, now, whose, openFile, openNote, openMissed, openVisit, followUp, alerts } = props;
  const at = useBoardSelection(place, onPlace, now);
  const { names, date, today, isToday, locationId, title } = at;
  const [said, announce] = useState('');
  const [closing, setClosing] = useState<boolean | null>(null);
  const board = useBoard(
    { locationId: whose.isKnown ? locationId : null, date, mine: whose.doctorId },
    announce,
  );
  const { day, columns, step } = board;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const actions = useMemo<CardActions>(
    () => ({
      step: (card, to) => takeStepKeepingFocus(card, () => step(card, to)),
      openFile,
      write: (card) => openNote({ id: card.id, name: formatCardName(card) }),
      missed: (card) => openMissed({ id: card.id, userId: card.userId, name: formatCardName(card) }),
      alerts,
      open: openVisit,
      followUp: (card) => followUp(toFollowUpVisit(card)),
      serviceWord: names.service,
    }),
    [step, openFile, openNote, openMissed, openVisit, followUp, alerts, names.service],
  );
  const desk = useBoardDialogs(board, isToday, actions, setOpen);
  const closes = closing ?? isDayOver(day, date, now);
  if (names.branches?.length === 0) return <EmptyState title={t('desk.day.noBranch')} />;
  return (
    <>
      <DayBar
        names={names}
        locationId={locationId}
        date={date}
        today={today}
        onBranch={at.chooseBranch}
        onDate={(next) => {
          setClosing(null);
          at.chooseDate(next);
        }}
        onPrint={() => window.print()}
        onKeys={() => setOpen({ what: 'keys' })}
        find={
          <FindBox
            PatientSearch={props.PatientSearch}
            inputRef={desk.findBox}
            branch={title}
            cards={board.whole?.cards ?? []}
            isToday={isToday}
            actions={actions}
            onBook={props.book}
            onToBoard={focusBoard}
            onShowCard={focusCard}
            onNew={desk.startWalkIn}
          />
        }
        tools={
          <>
            {locationId !== null && props.tools?.({ id: locationId, name: title })}
            <Button
              kind="gho"
              size="sm"
              icon={<ListChecks size={18} strokeWidth={1.7} aria-hidden="true" className="max-sm:hidden" />}
              onClick={() => setClosing(!closes)}
            >
              {t(closes ? 'desk.end.hide' : 'desk.day.close')}
            </Button>
          </>
        }
        more={locationId !== null && props.more?.({ id: locationId, name: title })}
      />
      <span role="status" className="sr-only">
        {said}
      </span>
      {board.problem && <LoadFailed title={t('common.state.loadFailed')} onAgain={board.tryNow} />}
      {!day && !board.problem && <BoardSkeleton />}
      {day && (
        <>
          <DoctorFilterBar board={board} choice={whose.choice} />
          <DayBoardBody
            {...{ board, isToday, closes, now, actions, desk }}
            PatientSearch={props.PatientSearch}
            asked={closing === true}
          />
          {createPortal(
            <DaySheet day={day} branch={title} ofDoctors={at.ofDoctors} service={names.service} />,
            document.body,
          )}
        </>
      )}
      <BoardDialogs
        PatientSearch={props.PatientSearch}
        open={open}
        day={day}
        waiting={columns.waiting}
        onGreeted={desk.greeted}
        onMoved={announce}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

/** Control that restricts the board to one doctor, and the number of appointments hidden by it. */
function DoctorFilterBar({ board, choice }: { board: Board; choice: ReactNode }) {
  const others = (board.whole?.cards.length ?? 0) - (board.day?.cards.length ?? 0);
  if (!choice) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {choice}
      <p role="status" className="text-small text-ink-2">
        {others > 0 && t('staff.whose.others', { n: others })}
      </p>
    </div>
  );
}

interface DayBoardBodyProps extends Pick<DayBoardProps, 'PatientSearch'> {
  board: Board;
  isToday: boolean;
  closes: boolean;
  /** True if the user opened the end of the day: it gets the focus. */
  asked: boolean;
  now: Date;
  actions: CardActions;
  desk: ReturnType<typeof useBoardDialogs>;
}

/**
 * Whether the user is writing in a form: it contains text or the focus. The end of the day does not take the
 * focus from it.
 */
function useIsWriting() {
  const [holdsText, onHoldsText] = useState(false);
  const [isInside, setIsInside] = useState(false);
  const around: ComponentProps<typeof Panel> = {
    onFocus: () => setIsInside(true),
    onBlur: ({ currentTarget, relatedTarget }) => setIsInside(currentTarget.contains(relatedTarget)),
  };
  return { isWriting: holdsText || isInside, onHoldsText, around };
}

/** The day below its bar: delay, walk-in form, end of the day and columns. */
function DayBoardBody({
  PatientSearch,
  board,
  isToday,
  closes,
  asked,
  now,
  actions,
  desk,
}: DayBoardBodyProps) {
  const { day, columns } = board;
  const focused = useFocusedCardId();
  const { isWriting, onHoldsText, around } = useIsWriting();
  const first = columns.waiting[0] ?? null;
  const there = Object.values(columns).some((cards) => cards.some(({ id }) => id === focused));
  if (!day) return null;
  const kept = board.kept.filter(({ waits }) => waits).length;
  return (
    <>
      {board.lostSince && (
        <LostBanner
          title={t('desk.lost.title', {
            time: formatTime(currentLang(), clinicClock(board.lostSince).time),
          })}
          tryLabel={t('desk.lost.tryNow')}
          onTry={board.tryNow}
        >
          {kept > 0 ? t('desk.lost.kept', { n: kept }) : t('desk.lost.text')}
        </LostBanner>
      )}
      {isToday && (!closes || isWriting) && (
        <div className="day-strip">
          {!closes && <DelayPanel day={board.whole ?? day} now={now} />}
          <Panel {...around} className="max-lg:hidden">
            <WalkInForm
              PatientSearch={PatientSearch}
              locationId={day.locationId}
              nextTicket={day.nextTicket}
              inputRef={desk.walkInBox}
              onDone={desk.greeted}
              onLeave={focusBoard}
              onHoldsText={onHoldsText}
            />
          </Panel>
        </div>
      )}
      {closes && <ClosingPanel {...{ day, columns, now, isToday, actions }} takesFocus={asked} />}
      <section data-board="" aria-label={t('desk.board')}>
        <BoardColumns
          board={board}
          shown={desk.shown}
          onShow={desk.onShow}
          current={there ? focused : (first?.id ?? null)}
          isToday={isToday}
          now={now}
          actions={actions}
        />
      </section>
      {isToday && <PhoneBottomBar first={first} actions={actions} onWalkIn={() => desk.startWalkIn()} />}
    </>
  );
}

const BoardSkeleton = () => (
  <LoadingRegion label={t('common.state.loading')} className="board-columns">
    {[1, 2, 3, 4].map((column) => (
      <Skeleton key={column} className="h-96" />
    ))}
  </LoadingRegion>
);
