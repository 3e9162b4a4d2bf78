import { type ReactNode, useState } from 'react';
import type { OwnDay } from '#shared/contract/arrivals.ts';
import type { LinkAction, MessageLink } from '#shared/contract/links.ts';
import { isCancelledStatus } from '#shared/domain/visits/appointment-status.ts';
import type { ApiError } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { CallInstead } from './call-instead.tsx';
import { readActionParam, useMessageLink } from './use-link.ts';

interface MoverProps {
  link: MessageLink;
  /** Moves the appointment. Resolves to the error, which the mover shows, or to null after success. */
  move(date: string, time: string): Promise<ApiError | null>;
}

interface LinkCardProps {
  cutoffHours: number;
  /** Lets the patient choose another time. */
  mover(props: MoverProps): ReactNode;
  /** State of the appointment on its day. */
  day(day: OwnDay): ReactNode;
  /** The offer that the link refers to. */
  offer(token: string): ReactNode;
  /** The appointment of a link of kind `keep`, which a patient without an account receives after booking. */
  visit(visit: NonNullable<MessageLink['visit']>): ReactNode;
  /** The appointment of a message's link in its current state. */
  current(current: CurrentVisit): ReactNode;
  /** A button that calls a branch; null if its phone number is not known. */
  callBranch(locationId: number): ReactNode;
}
export type CurrentVisit = NonNullable<MessageLink['current']>;

/**
 * The action of a link from a message. Opening the page changes nothing, because mail scanners open links;
 * only a press of the button acts, once.
 */
export function LinkCard({ offer, ...shown }: LinkCardProps) {
  const { state, press, look, busy, refused } = useMessageLink();
  const [chosen, setChosen] = useState<LinkAction | null>(null);
  const isStop =
    (state.at === 'open' && state.link.kind === 'stop') || (state.at === 'done' && state.action === 'stop');
  if (state.at === 'offer') return offer(state.token);
  return (
    <>
      <h1 className="text-[1.875rem] arabic:text-[2.3rem]">
        {t(isStop ? 'public.link.stop.title' : 'public.link.title')}
      </h1>
      {state.at === 'loading' && (
        <LoadingRegion label={t('public.link.loading')} className="grid gap-4">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-12 w-full" />
        </LoadingRegion>
      )}
      {state.at === 'done' && (
        <Notice kind="success" live>
          {t(`public.link.${state.action}.done`)}
        </Notice>
      )}
      {state.at === 'used' && (
        <Notice kind="info" title={t('public.link.used.title')} live>
          {t('public.link.used.text')}
        </Notice>
      )}
      {state.at === 'dead' && (
        <Notice kind="danger" title={t('public.link.invalid.title')} live>
          {t('public.link.invalid.text')}
        </Notice>
      )}
      {state.at === 'failed' && (
        <Notice kind="danger" live>
          <p>{state.message}</p>
          <Button kind="sec" size="sm" className="mt-2" onClick={() => void look()}>
            {t('common.action.retry')}
          </Button>
        </Notice>
      )}
      {state.at === 'open' && (
        <OpenLink {...{ ...state, ...shown, busy, refused, chosen, setChosen, press }} />
      )}
    </>
  );
}

/** Confirms what was done. After checking in, the state of the day says it instead. */
function ActionDoneNotice({ action, day }: { action: LinkAction | null; day: OwnDay | null }) {
  if (!action || (action === 'here' && day)) return null;
  return (
    <Notice kind="success" live>
      {t(`public.link.${action}.done`)}
    </Notice>
  );
}

/** Explains why the appointment of a link can no longer be changed; nothing while it can. */
function ClosedLinkNotice({ link }: { link: MessageLink }) {
  const { current, over, day } = link;
  if (!current || over === 'displaced' || link.actions.some((action) => action !== 'here')) return null;
  if (isCancelledStatus(current.status))
    return (
      <Notice kind="info" live>
        {t('public.link.cancel.done')}
      </Notice>
    );
  if (over === 'used')
    return (
      <Notice kind="info" title={t('public.link.used.title')} live>
        {t('public.link.used.text')}
      </Notice>
    );
  return day ? null : (
    <Notice kind="info" live>
      {t('public.link.past')}
    </Notice>
  );
}

function ActButton({ action, busy, onAct }: { action: LinkAction; busy: boolean; onAct(): void }) {
  return (
    <Button
      block
      size="lg"
      kind={action === 'cancel' ? 'dan' : undefined}
      busy={busy}
      busyLabel={t('public.link.working')}
      onClick={onAct}
    >
      {t(`public.link.${action}.button`)}
    </Button>
  );
}

/** Whether the action that the link asks for is no longer possible. */
function isActionTooLate(
  link: MessageLink,
  wanted: LinkAction | null,
  action: LinkAction | undefined,
): boolean {
  if (wanted === null || wanted === action || wanted === 'join' || link.over === 'displaced') return false;
  return link.visit ? link.over === 'cutoff' : link.actions.length > 0;
}

/** Whether the page, which was loaded again after the error, shows its reason. */
const isSaidByPage = ({ code }: ApiError, tooLate: boolean): boolean =>
  ['invalid_token', 'not_found', 'stage_changed'].includes(code) || (tooLate && code === 'past_cutoff');

/** The appointment, and what was done or can no longer be done. */
function LinkedVisitState({
  link,
  done,
  visit,
  current,
  day,
}: Pick<OpenProps, 'link' | 'done' | 'visit' | 'current' | 'day'>) {
  return (
    <>
      {link.visit && visit(link.visit)}
      {link.current && current(link.current)}
      {link.day && day(link.day)}
      <ActionDoneNotice action={done} day={link.day} />
      {link.over === 'displaced' && <Notice kind="warn">{t('offer.sorry')}</Notice>}
      {done === null && <ClosedLinkNotice link={link} />}
    </>
  );
}

interface OpenProps extends Omit<LinkCardProps, 'offer'> {
  link: MessageLink;
  refused: ApiError | null;
  busy: boolean;
  done: LinkAction | null;
  chosen: LinkAction | null;
  setChosen(action: LinkAction | null): void;
  press: ReturnType<typeof useMessageLink>['press'];
}

function OpenLink({
  visit,
  current,
  callBranch,
  day,
  done,
  link,
  refused,
  busy,
  chosen,
  setChosen,
  press,
  mover,
  cutoffHours,
}: OpenProps) {
  const asked = readActionParam();
  const wanted = chosen ?? (done ? null : asked);
  const action =
    link.actions.find((possible) => possible === wanted) ??
    link.actions.find((possible) => possible === 'here') ??
    (link.visit || done ? undefined : link.actions[0]);
  const tooLate = isActionTooLate(link, wanted, action);
  const at = link.visit ?? link.current;
  const others = link.actions.filter((possible) => possible !== action && possible !== done);
  async function act(pressed: LinkAction, when = {}) {
    const refusal = await press(pressed, when);
    if (!refusal && at) setChosen(null);
    return refusal;
  }
  const move = (appointmentDate: string, appointmentTime: string) =>
    act('move', { appointmentDate, appointmentTime });
  return (
    <>
      <LinkedVisitState {...{ link, done, visit, current, day }} />
      {tooLate && (
        <Notice kind="warn" live>
          {t('error.pastCutoff', { n: cutoffHours })}
        </Notice>
      )}
      <CallInstead {...{ link, tooLate, callBranch }} />
      {action && <p className="text-ui text-ink-2">{t(`public.link.${action}.text`)}</p>}
      {refused && !isSaidByPage(refused, tooLate) && (
        <Notice kind="danger" live>
          {refused.message}
        </Notice>
      )}
      {action === 'move' && mover({ link, move })}
      {action && action !== 'move' && (
        <ActButton action={action} busy={busy} onAct={() => void act(action)} />
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {others.map((other) => (
            <Button key={other} kind="gho" size="sm" disabled={busy} onClick={() => setChosen(other)}>
              {t(`public.link.${other}.choose`)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
