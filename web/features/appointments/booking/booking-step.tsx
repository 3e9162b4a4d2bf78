import { Check } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useRef } from 'react';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { BookingState } from './use-booking-state.ts';

interface BookingStepProps {
  id: string;
  position: number;
  title: string;
  /** `beside`: collapsed on a phone, open beside the next step on a desktop. */
  state: 'open' | 'beside' | 'done' | 'waiting';
  done: boolean;
  /** The choice, shown while the step is collapsed. */
  value: string | null | undefined;
  onReopen(): void;
  /** Called when arrow keys change the choice: the step stays open. */
  onLook(): void;
  /**
   * Called after a choice by touch, mouse, Space or Enter: opens the next step. Arrow keys do not call it.
   */
  onChosen?: () => void;
  children: ReactNode;
}

/** One step of the booking. A finished step collapses to one line that reopens it with its choice. */
export function BookingStep(props: BookingStepProps) {
  const { id, position, title, state, done, value, onReopen, onLook, onChosen, children } = props;
  const byArrow = useRef(false);
  const isRadio = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'radio';
  function onKeyDown(event: KeyboardEvent) {
    byArrow.current = event.key.startsWith('Arrow');
    if (byArrow.current && isRadio(event.target)) onLook();
    if (event.key === 'Enter' && isRadio(event.target) && (event.target as HTMLInputElement).checked)
      onChosen?.();
  }
  function onClick(event: MouseEvent) {
    if (isRadio(event.target) && !byArrow.current) onChosen?.();
  }
  const folded = (
    <h3 className={cx('contents', state === 'beside' && 'md:hidden')}>
      <button
        type="button"
        data-step={id}
        aria-expanded="false"
        onClick={onReopen}
        className={cx(
          'flex min-h-[58px] w-full wrap-anywhere items-center gap-3 border-b border-line py-2 text-start max-md:min-h-[68px]',
          state === 'beside' && 'md:hidden',
        )}
      >
        <Disc done position={position} />
        <span className="min-w-0 flex-auto">
          <span className="block text-xs leading-[1.4] font-normal text-ink-2">{title}</span>
          <span className="num block text-ui leading-[1.4] font-strong">{value}</span>
          <span className="sr-only">{t('booking.step.done')}</span>
        </span>
        <span className="flex-none px-2 text-small font-strong text-accent">{t('booking.step.change')}</span>
      </button>
    </h3>
  );
  return (
    <>
      {(state === 'done' || state === 'beside') && folded}
      <section
        aria-labelledby={id}
        hidden={state === 'done'}
        className={cx(
          'grid min-w-0 content-start gap-4 py-[22px]',
          state === 'waiting' && 'py-4!',
          state === 'beside' && 'max-md:hidden',
        )}
      >
        <div className="flex items-center gap-3">
          <Disc done={done} open={state !== 'waiting'} position={position} />
          <h3
            id={id}
            tabIndex={-1}
            className={cx('max-xl:-scroll-mt-5', state === 'waiting' && 'text-ui! font-normal! text-ink-2')}
          >
            {title}
          </h3>
          {done && <span className="sr-only">{t('booking.step.done')}</span>}
        </div>
        <div
          role="presentation"
          className="contents"
          onPointerDown={() => {
            byArrow.current = false;
          }}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          {children}
        </div>
      </section>
    </>
  );
}

function Disc({ done, open, position }: { done: boolean; open?: boolean; position: number }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-[1.75rem] flex-none place-items-center rounded-full text-xs font-strong',
        done ? 'bg-tone-success-bg text-tone-success' : open ? 'bg-btn text-btn-ink' : 'bg-tint text-accent',
      )}
    >
      {done ? <Check size={16} strokeWidth={1.7} /> : formatNumberInLang(position)}
    </span>
  );
}

/** Lists the choices of a link from another site that are not available. */
export function UnavailableChoices({ of }: { of: BookingState['unmet'] }) {
  if (of.length === 0) return null;
  return (
    <Notice kind="warn" className="my-3">
      {of.map((what) => (
        <p key={what}>{t(`booking.link.${what}`)}</p>
      ))}
    </Notice>
  );
}
