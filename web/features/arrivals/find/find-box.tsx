import { type ComponentType, type RefObject, useState } from 'react';
import type { Card } from '#shared/contract/arrivals.ts';
import type { FoundPatient } from '#shared/contract/users.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import type { PatientSearchLine, PatientSearchProps } from '#web/api/own/patient-search.ts';
import { formatCardName } from '#web/features/arrivals/board-names.ts';
import { getNextStep } from '#web/features/arrivals/card-steps.ts';
import type { CardActions } from '#web/features/arrivals/visit-card.tsx';
import { currentLang, formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Marked } from '#web/ui/form/combobox.tsx';
import { Kbd } from '#web/ui/frame/kbd.tsx';
import { findTodaysCards, useSoundMatcher } from './find-people.ts';

interface FindBoxProps {
  PatientSearch: ComponentType<PatientSearchProps>;
  inputRef: RefObject<HTMLInputElement | null>;
  branch: string;
  cards: readonly Card[];
  isToday: boolean;
  actions: CardActions;
  onBook(patient: FoundPatient): void;
  /** Called on arrow down or Escape in the empty field. */
  onToBoard(): void;
  onShowCard(card: Card): void;
  onNew(text: string): void;
}

/** Search over everyone: today's appointments with their next step, other patients, or a new walk-in. */
export function FindBox(props: FindBoxProps) {
  const { PatientSearch, inputRef, branch, cards, isToday, actions } = props;
  const { onBook, onToBoard, onShowCard, onNew } = props;
  const [query, setQuery] = useState('');
  const today = findTodaysCards(cards, query, useSoundMatcher(query !== ''));
  const done =
    <A extends unknown[]>(then: (...a: A) => void) =>
    (...a: A) => {
      setQuery('');
      then(...a);
    };
  function take(card: Card) {
    const next = isToday ? getNextStep(card) : null;
    if (next && card.stage === 'expected') actions.step(card, next.to);
    onShowCard(card);
  }
  const ownLines = today.map(
    ({ card, isSimilar }, index): PatientSearchLine => ({
      key: `card-${card.id}`,
      patientId: card.userId,
      isSimilar,
      onChoose: done(() => (isSimilar ? actions.open(card) : take(card))),
      row: (
        <>
          <TodayResult
            card={card}
            query={query}
            branch={index === 0 ? branch : null}
            showsStep={isToday && !isSimilar}
          />
          {actions.alerts(card.userId)}
        </>
      ),
    }),
  );
  return (
    <search className="find-box">
      <PatientSearch
        label={t('desk.find.label')}
        placeholder={t('desk.find.label')}
        inputRef={inputRef}
        shortcut="/"
        floating
        end={
          <span className="me-3 max-lg:hidden touch:hidden">
            <Kbd aria-hidden="true">/</Kbd>
          </span>
        }
        query={query}
        onQueryChange={setQuery}
        ownLines={ownLines}
        onPick={done((patient: FoundPatient) => actions.openFile(patient))}
        onPickOther={done(onBook)}
        onNew={done(onNew)}
        newHint={t('desk.find.newText')}
        onLeave={onToBoard}
      />
    </search>
  );
}

interface TodayResultProps {
  card: Card;
  query: string;
  branch: string | null;
  showsStep: boolean;
}

function TodayResult({ card, query, branch, showsStep }: TodayResultProps) {
  const next = showsStep && card.stage === 'expected' ? getNextStep(card) : null;
  return (
    <>
      <Avatar name={card.patient.name} />
      <span className="min-w-0 flex-1">
        <b className="block truncate text-small font-strong">
          <Marked text={formatCardName(card)} query={query} />
        </b>
        <small className="block text-xs text-ink-2">
          {joinWithComma(
            branch === null ? null : t('desk.find.today', { branch }),
            formatTime(currentLang(), card.appointmentTime),
            card.ticket === null ? null : t('desk.card.ticket', { n: formatNumberInLang(card.ticket) }),
            t(`desk.stage.${card.stage}`),
          )}
        </small>
      </span>
      {next && (
        <span className="font-strong text-accent">
          {next.word}{' '}
          <Kbd aria-hidden="true" className="touch:hidden">
            ↵
          </Kbd>
        </span>
      )}
    </>
  );
}
