import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { countLimit, decodeCursor, maxRows, sendPage } from '#server/engine/http/list.ts';
import { mount } from '#server/engine/http/mount.ts';
import { type Viewer, visitor } from '#server/engine/http/session.ts';
import { patientIdsOf } from '#server/engine/http/viewers.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { actsFor, peopleReachedByPhoneOf, readerOf } from '#server/features/families/family-queries.ts';
import { findLink } from '#server/features/notifications/link-queries.ts';
import { asPatient } from '#server/features/notifications/link-viewer-actions.ts';
import { offerTarget } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { LinkOffer, Offer } from '#shared/contract/offers.ts';
import * as api from '#shared/contract/offers.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { Refusal } from '#shared/errors.ts';
import { offerTime, withdraw } from './actions.ts';
import { giveAnswer } from './answer-actions.ts';
import { clinicOffers, countOffers } from './clinic-queries.ts';
import { offerOf, offerWithId, shownOffersOf } from './queries.ts';
import { countOfList, timesForWish, waitingList } from './waiting-actions.ts';
import { leaveWish, wait } from './wish-actions.ts';
import { waitingOf } from './wish-queries.ts';

const guesses = { name: 'links', network: { points: 120, seconds: 600 } };

export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  /** The owner of a link's offer, acting as a patient, whatever her role. */
  async function ofLink(token: string, request: FastifyRequest) {
    const link = await findLink(deps.db, hashToken(token));
    if (link?.kind !== 'offer') throw new Refusal('not_found');
    const { locale, ...user } = link.user;
    const viewer = asPatient({ ...user, lang: locale }, visitor(request));
    const target = offerTarget(link.target);
    const offer = await offerWithId(deps.db, target.offerId);
    if (!offer || !actsFor(viewer, offer.patientId)) throw new Refusal('not_found');
    return { viewer, offer, byPhone: target.byPhone };
  }
  type Opened = Awaited<ReturnType<typeof ofLink>>;

  /**
   * The other open offers on the page of a link: the patient's and those of people she is guardian of; for a
   * text message, offers sent to that phone.
   */
  async function othersOf({ viewer, offer, byPhone }: Opened): Promise<Offer[]> {
    const [now, hers] = [deps.now(), patientIdsOf(viewer)];
    const sharing = byPhone
      ? (await peopleReachedByPhoneOf(deps.db, viewer.id)).filter((id) => !hers.includes(id))
      : [];
    const theirs = sharing.length > 0 ? await shownOffersOf(deps.db, sharing, now) : [];
    const found = [
      ...(await shownOffersOf(deps.db, hers, now)),
      // After it ended, only the patient may see where another person's appointment went.
      ...theirs
        .filter(({ reason }) => reason === 'displaced')
        .map((one) => (one.answers.length > 0 ? one : { ...one, visit: null })),
    ];
    return found.filter(({ id }) => id !== offer.id);
  }

  /** The viewer of a link's offer: a person who only shares the phone answers as the patient. */
  async function asWhom(opened: Opened, offerId: number, request: FastifyRequest): Promise<Viewer> {
    const other = (await othersOf(opened)).find(({ id }) => id === offerId);
    if (!other || actsFor(opened.viewer, other.patientId)) return opened.viewer;
    const reader = await readerOf(deps.db, other.patientId);
    if (!reader) throw new Refusal('not_found');
    const caresFor = [{ id: other.patientId, notes: false }];
    return asPatient({ ...reader, lang: reader.locale, caresFor }, visitor(request));
  }
  mount(app, deps, api.listOffers, async ({ viewer, query, request, reply }) => {
    const { limit = maxRows, cursor, which } = query;
    const after = decodeCursor(cursor, ['int4', 'int4']);
    const asked = { now: deps.now(), which, after };
    const rows = await clinicOffers(deps.db, viewer, { ...asked, limit: limit + 1 });
    const total = await countOffers(deps.db, viewer, { ...asked, limit: countLimit });
    const cursorOf = ({ isCurrent, id }: (typeof rows)[number]) => [Number(isCurrent), id];
    return sendPage(reply, request, rows, { limit, total, cursorOf });
  });
  mount(app, deps, api.listOwnOffers, ({ viewer }) =>
    shownOffersOf(deps.db, patientIdsOf(viewer), deps.now()),
  );
  mount(app, deps, api.listWishes, ({ viewer }) => waitingOf(deps.db, patientIdsOf(viewer)));
  mount(app, deps, api.listWaiting, async ({ viewer, query, request, reply }) => {
    const { limit = maxRows, cursor, ...filter } = query;
    const [after] = decodeCursor(cursor, ['int4']) ?? [];
    const rows = await waitingList(deps, viewer, filter, { after, limit: limit + 1 });
    const total = await countOfList(deps, viewer, filter, countLimit);
    return sendPage(reply, request, rows, { limit, total, cursorOf: (last) => [last.id] });
  });
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
    const [made] = await clinicOffers(deps.db, viewer, { now: deps.now(), id, limit: 1 });
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
  /** The offer of a link, with other open offers, each by the reference of its appointment. */
  async function shownByLink(opened: Opened): Promise<LinkOffer> {
    const { prefix } = await currentSettings(deps);
    const named = (one: Offer) => ({
      ...one,
      reference: one.appointmentId === null ? null : referenceCode(prefix, one.appointmentId),
    });
    return {
      ...named(offerOf(opened.offer, deps.now())),
      others: (await othersOf(opened)).map(named),
    };
  }
  mount(
    app,
    deps,
    api.getLinkOffer,
    async ({ params, request }) => shownByLink(await ofLink(params.token, request)),
    { throttle: guesses },
  );
  mount(
    app,
    deps,
    api.answerLinkOffer,
    async ({ params, body: { offerId, ...answer }, request }) => {
      const opened = await ofLink(params.token, request);
      const id = offerId ?? opened.offer.id;
      await giveAnswer(deps, await asWhom(opened, id, request), id, answer);
      return shownByLink(await ofLink(params.token, request));
    },
    { throttle: guesses },
  );
}
