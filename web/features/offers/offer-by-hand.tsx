import { type FormEvent, useState } from 'react';
import type { Reply } from '#shared/contract/endpoint.ts';
import { listWishTimes, makeOffer, type Waiting } from '#shared/contract/offers.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { formatHeldUntil, formatOfferTime } from './offer-words.ts';

interface OfferByHandProps {
  wish: Waiting;
  /** The waiting list entry as text. */
  wants: string;
  branch(id: number): string;
  onClose(): void;
}

/**
 * Free time slots that suit a waiting list entry; the chosen one is held for the patient, who is notified.
 */
export function OfferByHand({ wish, wants, branch, onClose }: OfferByHandProps) {
  const { id, patient, serviceId, rests, place } = wish;
  const times = useRead(listWishTimes, { params: { id } });
  const { mutateAsync: offer, isPending, error } = useChange(makeOffer, { untilRead: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const found = times.data?.times ?? [];
  const one = found.find((time) => getWishTimeKey(time) === chosen);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!one);
    if (!one) return;
    try {
      const made = await offer({ body: { userId: patient.id, wishId: id, serviceId, ...one } });
      showToast({
        kind: 'success',
        title: t('waiting.kept', { name: patient.name }),
        description: joinWithComma(formatOfferTime(made), formatHeldUntil(made)),
      });
      onClose();
    } catch {
      void times.refetch();
    }
  }
  const problem = error ? getErrorMessage(error, t('error.unknown')) : undefined;
  return (
    <FormDialog
      size="md"
      title={t('waiting.offerTitle', { name: patient.name })}
      description={wants}
      submitLabel={
        found.length > 0 ? t(rests === 'unreached' ? 'waiting.keepDo' : 'waiting.offerDo') : undefined
      }
      problem={problem ?? (isMissing && !one ? t('waiting.choose') : undefined)}
      busy={isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {rests && rests !== 'hand' && (
        <Notice kind="warn">{t(rests === 'unreached' ? 'waiting.unheard' : `offer.rest.${rests}`)}</Notice>
      )}
      {place > 1 && <Notice kind="info">{t('waiting.longer', { n: place - 1 })}</Notice>}
      {times.error && !times.data ? (
        <LoadFailed
          title={t('plans.loadFailed')}
          reason={times.error.message}
          onAgain={() => void times.refetch()}
        />
      ) : times.data ? (
        <Times {...times.data} branch={branch} chosen={chosen} onChoose={setChosen} />
      ) : (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-40" />
        </LoadingRegion>
      )}
    </FormDialog>
  );
}

type WishTimesReply = Reply<typeof listWishTimes>;
type WishTime = WishTimesReply['times'][number];
const getWishTimeKey = ({ locationId, appointmentDate, appointmentTime }: WishTime): string =>
  `${appointmentDate} ${appointmentTime} ${locationId}`;

interface TimesProps extends WishTimesReply {
  branch(id: number): string;
  chosen: string | null;
  onChoose(key: string): void;
}

function Times({ times, count, minutes, branch, chosen, onChoose }: TimesProps) {
  if (times.length === 0)
    return <EmptyState title={t('waiting.nothing')}>{t('waiting.nothingText')}</EmptyState>;
  const placeOf = ({ appointmentDate, locationId }: WishTime) => `${appointmentDate} ${locationId}`;
  const days = [...new Set(times.map(placeOf))];
  return (
    <>
      <p className="text-ui">{t('waiting.offerText', { n: minutes })}</p>
      {days.map((key) => {
        const ofDay = times.filter((time) => placeOf(time) === key);
        const [{ appointmentDate, locationId } = { appointmentDate: '', locationId: 0 }] = ofDay;
        const day = joinWithComma(formatWeekdayDate(currentLang(), appointmentDate), branch(locationId));
        return (
          <section key={key} className="grid gap-2">
            <h3 className="font-text! text-ui! font-strong">{day}</h3>
            <RadioCards
              name="time"
              label={day}
              columns={4}
              ring={false}
              value={chosen}
              onChange={onChoose}
              options={ofDay.map((time) => ({
                value: getWishTimeKey(time),
                label: <span className="num">{formatTime(currentLang(), time.appointmentTime)}</span>,
              }))}
            />
          </section>
        );
      })}
      {count > times.length && (
        <p className="text-small text-ink-2">{t('waiting.moreTimes', { n: count - times.length })}</p>
      )}
    </>
  );
}
