import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { visitor } from '#server/engine/http/session.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { asPatient } from '#server/features/links/actions.ts';
import { findLink } from '#server/features/links/queries.ts';
import { actsFor, thoseOf } from '#server/features/patients/family-queries.ts';
import type { LinkOffer } from '#shared/contract/offers.ts';
import * as api from '#shared/contract/offers.ts';
import { Refusal } from '#shared/errors.ts';
import { offerTime, withdraw } from './actions.ts';
import { giveAnswer } from './answer-actions.ts';
import { clinicOffers, type OfferRow, offerOf, offerWithId, openOffersOf } from './queries.ts';
import { timesForWish, waitingList } from './turn-actions.ts';
import { leaveWish, wait } from './wish-actions.ts';
import { waitingOf } from './wish-queries.ts';

const shown = 200;
const guesses = { name: 'links', network: { points: 120, seconds: 600 } };

export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  /** Whose offer a link opens: as a patient, whatever else she is. */
  async function ofLink(token: string, request: FastifyRequest) {
    const link = await findLink(deps.db, hashToken(token));
    if (link?.kind !== 'offer') throw new Refusal('not_found');
    const { locale, ...user } = link.user;
    const viewer = asPatient({ ...user, lang: locale }, visitor(request));
    const offer = await offerWithId(deps.db, Number(link.target));
    if (!offer || !actsFor(viewer, offer.patientId)) throw new Refusal('not_found');
    return { viewer, offer };
  }
  mount(app, deps, api.listOffers, ({ viewer }) => clinicOffers(deps.db, viewer, shown, deps.now()));
  mount(app, deps, api.listOwnOffers, ({ viewer }) => openOffersOf(deps.db, thoseOf(viewer), deps.now()));
  mount(app, deps, api.listWishes, ({ viewer }) => waitingOf(deps.db, thoseOf(viewer)));
  mount(app, deps, api.listWaiting, ({ viewer, query }) => waitingList(deps, viewer, query));
  mount(app, deps, api.makeWish, async ({ viewer, body }) =>
    waitingOf(deps.db, [await wait(deps, viewer, body)]),
  );
  mount(app, deps, api.listWishTimes, ({ viewer, params }) => timesForWish(deps, viewer, params.id));
  mount(app, deps, api.leaveWish, async ({ viewer, params, query }) => {
    await leaveWish(deps, viewer, params.id, query.why);
    return null;
  });
  mount(app, deps, api.makeOffer, async ({ viewer, body }) => {
    const { id } = await offerTime(deps, viewer, body);
    const made = (await clinicOffers(deps.db, viewer, shown, deps.now())).find((offer) => offer.id === id);
    if (!made) throw new Refusal('not_found');
    return made;
  });
  mount(app, deps, api.withdrawOffer, async ({ viewer, params }) => {
    await withdraw(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.answerOffer, async ({ viewer, params, body, request }) => {
    const hers = asPatient(viewer, visitor(request));
    return offerOf(await giveAnswer(deps, hers, params.id, body), deps.now());
  });
  /** The offer of a link as it is, with what else is kept for her. */
  async function shownByLink(offer: OfferRow): Promise<LinkOffer> {
    const others = await openOffersOf(deps.db, [offer.patientId], deps.now());
    return { ...offerOf(offer, deps.now()), others: others.filter(({ id }) => id !== offer.id) };
  }
  mount(
    app,
    deps,
    api.getLinkOffer,
    async ({ params, request }) => shownByLink((await ofLink(params.token, request)).offer),
    { throttle: guesses },
  );
  mount(
    app,
    deps,
    api.answerLinkOffer,
    async ({ params, body: { offerId, ...answer }, request }) => {
      const { viewer, offer } = await ofLink(params.token, request);
      await giveAnswer(deps, viewer, offerId ?? offer.id, answer);
      return shownByLink((await ofLink(params.token, request)).offer);
    },
    { throttle: guesses },
  );
}
