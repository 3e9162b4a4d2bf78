import { Check, CircleAlert, Heart, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type Guide as GuideState, getGuide, putGuide } from '#shared/contract/connections/guide.ts';
import { checkableSteps, confirmableLacks, minutesLeft, optionalSteps } from '#shared/domain/setup-guide.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { BookFromPhone } from './book-from-phone.tsx';
import { OnlineBooking } from './online-booking.tsx';
import { describeStep, getStepButton } from './step-words.ts';
import { TrialDialog } from './trial-dialog.tsx';

interface GuideProps {
  /** Called after the guide was closed. */
  onAway(): void;
  /** Content of the dashboard, shown once there is an appointment. */
  children: ReactNode;
}

/** Setup guide for the owner: what the clinic still lacks, with links. Nothing is required. */
export function Guide({ onAway, children }: GuideProps) {
  const { data: guide, error, refetch } = useRead(getGuide);
  const away = useChange(putGuide);
  const [trying, setTrying] = useState(false);
  if (error)
    return (
      <>
        <LoadFailed title={t('guide.loadFailed')} reason={error.message} onAgain={() => void refetch()} />
        {children}
      </>
    );
  if (!guide)
    return (
      <LoadingRegion label={t('common.state.loading')} className="grid gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-[560px]" />
      </LoadingRegion>
    );
  const putAway = async () => {
    await away.mutateAsync({ body: { away: true } });
    onAway();
  };
  const hasVisits = guide.steps.some(({ step, done }) => step === 'booking' && done);
  const missing = guide.steps.filter(({ step, done }) => !done && !optionalSteps.includes(step));
  const putAwayButton = (
    <Button
      kind="gho"
      icon={<X size={18} strokeWidth={1.7} aria-hidden="true" />}
      busy={away.isPending}
      onClick={() => void putAway().catch(() => undefined)}
    >
      {t('guide.away')}
    </Button>
  );
  return (
    <div className="grid gap-6">
      {missing.length === 0 ? (
        <Notice kind="success" title={t('guide.complete.title')}>
          <p>{t('guide.complete.text')}</p>
          {putAwayButton}
        </Notice>
      ) : (
        <section className="grid gap-4" aria-labelledby="guide-title">
          <Heading />
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid gap-4">
              <OnlineBooking guide={guide} />
              <Progress guide={guide} />
              <Steps guide={guide} first={missing[0]?.step} onMessages={() => setTrying(true)} />
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {putAwayButton}
                <span className="text-small text-ink-2">{t('guide.again')}</span>
              </div>
            </div>
            <div className="grid gap-4">
              <BookFromPhone guide={guide} />
              {!hasVisits && (
                <div className="flex items-start gap-3 rounded-item bg-tone-success-bg px-4 py-3 text-ui leading-[1.5] text-tone-success">
                  <Heart size={20} strokeWidth={1.7} aria-hidden="true" className="mt-[2px] flex-none" />
                  <div>
                    <b className="block">{t('guide.noVisits.title')}</b>
                    {t('guide.noVisits.text')}
                  </div>
                </div>
              )}
            </div>
          </div>
        </section>
      )}
      {trying && <TrialDialog guide={guide} onClose={() => setTrying(false)} />}
      {hasVisits && children}
    </div>
  );
}

function Heading() {
  return (
    <header>
      <h2 id="guide-title" className="text-h2">
        {t('guide.title')}
      </h2>
      <p className="text-ui text-ink-2">{t('guide.lead')}</p>
    </header>
  );
}

function Progress({ guide: { steps } }: { guide: GuideState }) {
  const done = steps.filter((step) => step.done).length;
  const words = t('guide.progress', { done, all: steps.length });
  return (
    <Card className="grid gap-3 p-5 md:px-7">
      <p className="num flex flex-wrap items-baseline justify-between gap-x-4">
        <b>{words}</b>
        <span className="text-small text-ink-2">{t('guide.left', { n: minutesLeft(steps) })}</span>
      </p>
      <div
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={done}
        className="h-[14px] overflow-hidden rounded-full border border-line bg-sunk forced-colors:border-[CanvasText]"
      >
        <span
          className="block h-full rounded-full bg-tone-success-bar forced-colors:bg-[Highlight]"
          style={{ inlineSize: `${(done / steps.length) * 100}%` }}
        />
      </div>
    </Card>
  );
}

interface StepsProps {
  guide: GuideState;
  /** The first incomplete step: only this one has a primary button. */
  first: GuideState['steps'][number]['step'] | undefined;
  onMessages(): void;
}

function Steps({ guide, first, onMessages }: StepsProps) {
  return (
    <Card as="section" className="overflow-hidden">
      <ol aria-label={t('guide.steps')} className="divide-y divide-line">
        {guide.steps.map((step, at) => (
          <StepLine
            key={step.step}
            step={step}
            at={at}
            now={step.step === first}
            guide={guide}
            onMessages={onMessages}
          />
        ))}
      </ol>
    </Card>
  );
}

interface StepLineProps extends Pick<StepsProps, 'guide' | 'onMessages'> {
  step: GuideState['steps'][number];
  at: number;
  now: boolean;
}

function StepLine({ step, at, now, guide, onMessages }: StepLineProps) {
  const title = t(`guide.step.${step.step}`);
  const titleId = useId();
  return (
    <li
      aria-current={now ? 'step' : undefined}
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 p-5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:px-6 md:py-4',
        now && 'bg-page',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'num grid size-9 place-items-center self-start rounded-t-full rounded-b-sm text-small font-strong md:self-center',
          step.done
            ? 'bg-tone-success-bg text-tone-success'
            : now
              ? 'bg-btn text-btn-ink'
              : 'bg-sunk text-ink-2',
        )}
      >
        {step.done ? <Check size={18} strokeWidth={2} /> : formatNumberInLang(at + 1)}
      </span>
      <div className="min-w-0">
        <h3
          id={titleId}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body font-strong font-text"
        >
          {title}
          <StepMark step={step} />
        </h3>
        {describeStep(step, guide).map((sentence) => (
          <p key={sentence} className="num text-small text-ink-2">
            {sentence}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-span-2 max-md:*:flex-1 md:justify-end">
        <ConfirmDefaultsButton step={step} title={title} />
        <StepButton step={step} title={title} now={now} onMessages={onMessages} />
      </div>
    </li>
  );
}

function StepMark({ step: { step, done, lacks } }: Pick<StepLineProps, 'step'>) {
  if (done)
    return (
      <Pill tone="success" icon={Check}>
        {t('guide.done')}
      </Pill>
    );
  if (optionalSteps.includes(step)) return <Badge>{t('guide.optional')}</Badge>;
  if (step === 'booking') return <Badge>{t('guide.twoMinutes')}</Badge>;
  return (
    <Pill tone="warning" icon={CircleAlert}>
      {t('guide.missing', { n: lacks.length })}
    </Pill>
  );
}

/** Confirms the supplied defaults of this step; anything else that it lacks stays missing. */
function ConfirmDefaultsButton({
  step: { step, lacks },
  title,
}: {
  step: StepLineProps['step'];
  title: string;
}) {
  const { mutate, isPending } = useChange(putGuide, { untilRead: true });
  const checkable = checkableSteps.find((name) => name === step);
  if (!checkable || !lacks.some(({ lack }) => confirmableLacks.includes(lack))) return null;
  return (
    <Button
      kind="out"
      size="sm"
      busy={isPending}
      aria-label={joinWithComma(t('guide.checked'), title)}
      onClick={() => mutate({ body: { checked: checkable } })}
    >
      {t('guide.checked')}
    </Button>
  );
}

interface StepButtonProps extends Pick<StepLineProps, 'step' | 'now' | 'onMessages'> {
  title: string;
}

function StepButton({ step, title, now, onMessages }: StepButtonProps) {
  const { label, href } = getStepButton(step);
  const look = {
    kind: now ? 'pri' : step.done ? 'gho' : 'out',
    size: 'sm',
    'aria-label': joinWithComma(t(label), title),
  } as const;
  if (href === null)
    return (
      <Button {...look} onClick={onMessages}>
        {t(label)}
      </Button>
    );
  return (
    <ButtonLink {...look} href={href} {...(step.step === 'booking' ? { target: '_blank' } : {})}>
      {t(label)}
    </ButtonLink>
  );
}
