import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { visitor } from '#server/engine/http/session.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { asPatient } from '#server/features/links/actions.ts';
import { findLink } from '#server/features/links/queries.ts';
import * as api from '#shared/contract/offers.ts';
import { Refusal } from '#shared/errors.ts';
import { offerTime, withdraw } from './actions.ts';
import { giveAnswer } from './answer-actions.ts';
import { clinicOffers, isKept, offerOf, offersOf, offerWithId } from './queries.ts';
import { waitingList } from './turn-actions.ts';
import { leaveWish, wait } from './wish-actions.ts';
import { waitingOf } from './wish-queries.ts';

const shown = 200;
const ownShown = 20;
const guesses = { name: 'links', network: { points: 120, seconds: 600 } };

export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  /** Whose offer a link opens: as a patient, whatever else she is. */
  async function ofLink(token: string, request: FastifyRequest) {
    const link = await findLink(deps.db, hashToken(token));
    if (link?.kind !== 'offer') throw new Refusal('not_found');
    const { locale, ...user } = link.user;
    const viewer = asPatient({ ...user, lang: locale }, visitor(request));
    const offer = await offerWithId(deps.db, Number(link.target));
    if (!offer || offer.patientId !== viewer.id) throw new Refusal('not_found');
    return { viewer, offer };
  }
  mount(app, deps, api.listOffers, ({ viewer }) => clinicOffers(deps.db, viewer, shown, deps.now()));
  mount(app, deps, api.listOwnOffers, async ({ viewer }) => {
    const rows = await offersOf(deps.db, viewer.id, ownShown);
    return rows.filter((row) => isKept(row, deps.now())).map((row) => offerOf(row, deps.now()));
  });
  mount(app, deps, api.listWishes, ({ viewer }) => waitingOf(deps.db, viewer.id));
  mount(app, deps, api.listWaiting, ({ viewer, query }) => waitingList(deps, viewer, query));
  mount(app, deps, api.makeWish, async ({ viewer, body }) =>
    waitingOf(deps.db, await wait(deps, viewer, body)),
  );
  mount(app, deps, api.leaveWish, async ({ viewer, params }) => {
    await leaveWish(deps, viewer, params.id);
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
  mount(
    app,
    deps,
    api.getLinkOffer,
    async ({ params, request }) => offerOf((await ofLink(params.token, request)).offer, deps.now()),
    { throttle: guesses },
  );
  mount(
    app,
    deps,
    api.answerLinkOffer,
    async ({ params, body, request }) => {
      const { viewer, offer } = await ofLink(params.token, request);
      return offerOf(await giveAnswer(deps, viewer, offer.id, body), deps.now());
    },
    { throttle: guesses },
  );
}
