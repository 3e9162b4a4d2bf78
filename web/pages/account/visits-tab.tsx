import { useState } from 'react';
import { listOwnOffers, listWishes } from '#shared/contract/offers.ts';
import type { User } from '#shared/contract/users.ts';
import { useRead } from '#web/api/hooks.ts';
import { buildPersonBookingHref, type MyVisitsProps } from '#web/features/appointments/mine/my-visits.ts';
import { MyVisitsPanel, VisitsSkeleton } from '#web/features/appointments/mine/my-visits-panel.tsx';
import { OwnDayPanel } from '#web/features/arrivals/own-day.tsx';
import { OwnNoShow } from '#web/features/no-shows/own-no-show.tsx';
import { EarlierWish } from '#web/features/offers/earlier-wish.tsx';
import { OwnOffers } from '#web/features/offers/own-offers.tsx';
import { OwnWishes } from '#web/features/offers/own-wishes.tsx';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';

const LinkMover = lazyPart(() =>
  loadWithMessages(
    ['booking', 'booking-first'],
    () => import('#web/features/appointments/moving/link-mover.tsx'),
  ).then((m) => m.LinkMover),
);

/** Id of the cared-for person whose appointments the URL asks for; 0 for the user's own. */
const readCaredForId = (): number => Number(new URLSearchParams(location.search).get('of')) || 0;

/** Appointments of the user, or of a person in the user's care. */
export function VisitsTab({ user, now: moment, ...props }: MyVisitsProps & { user: User; now: Date }) {
  const [chosen, choose] = useState(readCaredForId);
  const offers = useRead(listOwnOffers, {});
  const wishes = useRead(listWishes, {});
  // Offers and waiting list entries are above the appointments: waits for them, so that they do not push the
  // list down.
  if (offers.isPending || wishes.isPending) return <VisitsSkeleton />;
  const other = user.caresFor.find(({ id }) => id === chosen);
  const people = [{ id: user.id, name: t('account.family.mine') }, ...user.caresFor];
  return (
    <>
      <OwnOffers
        {...props}
        people={user.caresFor}
        mover={({ locationId, serviceId, doctorId, move }) => (
          <LinkMover
            {...props}
            {...{ locationId, serviceId }}
            doctor={doctorId ?? 'any'}
            phone={props.branches.find(({ id }) => id === locationId)?.phone ?? ''}
            words={{ move: t('offer.choose'), working: t('offer.working') }}
            onMove={move}
          />
        )}
      />
      <OwnWishes isReached={!user.unreachable} />
      {user.caresFor.length > 0 && (
        <RadioCards
          name="whose-visits"
          label={t('account.family.whose')}
          columns={4}
          ring={false}
          value={String(other?.id ?? user.id)}
          onChange={(id) => choose(Number(id))}
          options={people.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> }))}
        />
      )}
      <MyVisitsPanel
        {...props}
        {...(other ? { bookHref: buildPersonBookingHref(props, other.id) } : {})}
        key={other?.id}
        user={user}
        of={other ?? null}
        now={moment}
        ofToday={({ id }) => <OwnDayPanel key={id} visitId={id} />}
        ofMissed={({ id, userId }) => <OwnNoShow key={`missed ${id}`} visitId={id} patientId={userId} />}
        ofNext={(visit) => (
          <EarlierWish
            key={`earlier ${visit.id}`}
            visit={visit}
            branches={props.branches}
            isReached={!visit.patient.unreachable}
          />
        )}
      />
    </>
  );
}
