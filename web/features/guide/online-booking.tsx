import { type Guide, getGuide, putGuide } from '#shared/contract/connections/guide.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The same card for pages without the guide. */
export function OnlineBookingCard() {
  const { data } = useRead(getGuide);
  return data ? (
    <OnlineBooking guide={data} heading="h2" />
  ) : (
    <Skeleton className="h-28 max-w-[860px] max-sm:h-38" />
  );
}

/** Whether patients can book online, and the switch for it. */
export function OnlineBooking({
  guide: { bookingOpen, steps },
  heading: Heading = 'h3',
}: {
  guide: Guide;
  heading?: 'h2' | 'h3';
}) {
  const { mutate, isPending, error } = useChange(putGuide, { untilRead: true });
  const unread = steps.some(({ lacks }) => lacks.some(({ lack }) => lack === 'branches.unread'));
  return (
    <Card as="section" aria-labelledby="online-booking" className="grid max-w-[860px] gap-3 p-5">
      <div className="flex items-center gap-4">
        <Heading id="online-booking" className="display card-title">
          {t(bookingOpen ? 'guide.booking.open' : 'guide.booking.closed')}
        </Heading>
        <Switch
          label={t('guide.booking.switch')}
          className="ms-auto"
          checked={bookingOpen}
          disabled={isPending}
          onChange={(open) => mutate({ body: { bookingOpen: open } })}
        />
      </div>
      <p className="text-ui text-ink-2">
        {bookingOpen
          ? t(unread ? 'guide.booking.openText' : 'guide.booking.openNow')
          : t('guide.booking.closedText')}
      </p>
      {error && (
        <Notice kind="danger" live>
          {getErrorMessage(error, t('error.unknown'))}
        </Notice>
      )}
    </Card>
  );
}
