import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { countLimit, decodeCursor, maxRows, sendPage } from '#server/engine/http/list-pages.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { type Viewer, visitorActor } from '#server/engine/http/session.ts';
import { patientIdsOf } from '#server/engine/http/viewers.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import {
  canActFor,
  findMessageReader,
  listPhoneRecipients,
} from '#server/features/families/family-queries.ts';
import { findMessageLink } from '#server/features/notifications/link-queries.ts';
import { createPatientViewer } from '#server/features/notifications/link-viewer-actions.ts';
import { parseOfferTarget } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { LinkOffer, Offer } from '#shared/contract/offers.ts';
import * as api from '#shared/contract/offers.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { Refusal } from '#shared/errors.ts';
import { offerTime, withdrawOfferById } from './actions.ts';
import { saveOfferAnswer } from './answer-actions.ts';
import { countOffers, listClinicOffers } from './clinic-queries.ts';
import { listShownOffers, offerWithId, presentOffer } from './queries.ts';
import { countWaitingList, listTimesForWish, waitingList } from './waiting-actions.ts';
import { addToWaitingList, removeFromWaitingList } from './wish-actions.ts';
import { listOpenWishes } from './wish-queries.ts';

const linkGuessLimit = { name: 'links', network: { points: 120, seconds: 600 } };

export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  /** The owner of a link's offer, acting as a patient, whatever her role. */
  async function ofLink(token: string, request: FastifyRequest) {
    const link = await findMessageLink(deps.db, hashToken(token));
    if (link?.kind !== 'offer') throw new Refusal('not_found');
    const { locale, ...user } = link.user;
    const viewer = createPatientViewer({ ...user, lang: locale }, visitorActor(request));
    const target = parseOfferTarget(link.target);
    const offer = await offerWithId(deps.db, target.offerId);
    if (!offer || !canActFor(viewer, offer.patientId)) throw new Refusal('not_found');
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
      ? (await listPhoneRecipients(deps.db, viewer.id)).filter((id) => !hers.includes(id))
      : [];
    const theirs = sharing.length > 0 ? await listShownOffers(deps.db, sharing, now) : [];
    const found = [
      ...(await listShownOffers(deps.db, hers, now)),
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
    if (!other || canActFor(opened.viewer, other.patientId)) return opened.viewer;
    const reader = await findMessageReader(deps.db, other.patientId);
    if (!reader) throw new Refusal('not_found');
    const caresFor = [{ id: other.patientId, notes: false }];
    return createPatientViewer({ ...reader, lang: reader.locale, caresFor }, visitorActor(request));
  }
  mount(app, deps, api.listOffers, async ({ viewer, query, request, reply }) => {
    const { limit = maxRows, cursor, which } = query;
    const after = decodeCursor(cursor, ['int4', 'int4']);
    const asked = { now: deps.now(), which, after };
    const rows = await listClinicOffers(deps.db, viewer, { ...asked, limit: limit + 1 });
    const total = await countOffers(deps.db, viewer, { ...asked, limit: countLimit });
    const cursorOf = ({ isCurrent, id }: (typeof rows)[number]) => [Number(isCurrent), id];
    return sendPage(reply, request, rows, { limit, total, cursorOf });
  });
  mount(app, deps, api.listOwnOffers, ({ viewer }) =>
    listShownOffers(deps.db, patientIdsOf(viewer), deps.now()),
  );
  mount(app, deps, api.listWishes, ({ viewer }) => listOpenWishes(deps, patientIdsOf(viewer)));
  mount(app, deps, api.listWaiting, async ({ viewer, query, request, reply }) => {
    const { limit = maxRows, cursor, ...filter } = query;
    const [after] = decodeCursor(cursor, ['int4']) ?? [];
    const rows = await waitingList(deps, viewer, filter, { after, limit: limit + 1 });
    const total = await countWaitingList(deps, viewer, filter, countLimit);
    return sendPage(reply, request, rows, { limit, total, cursorOf: (last) => [last.id] });
  });
  mount(app, deps, api.makeWish, async ({ viewer, body }) =>
    listOpenWishes(deps, [await addToWaitingList(deps, viewer, body)]),
  );
  mount(app, deps, api.listWishTimes, ({ viewer, params }) => listTimesForWish(deps, viewer, params.id));
  mount(app, deps, api.leaveWish, async ({ viewer, params, query }) => {
    await removeFromWaitingList(deps, viewer, params.id, query.why);
    return null;
  });
  mount(app, deps, api.makeOffer, async ({ viewer, body }) => {
    const { id } = await offerTime(deps, viewer, body);
    const [made] = await listClinicOffers(deps.db, viewer, { now: deps.now(), id, limit: 1 });
    if (!made) throw new Refusal('not_found');
    return made;
  });
  mount(app, deps, api.withdrawOffer, async ({ viewer, params }) => {
    await withdrawOfferById(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.answerOffer, async ({ viewer, params, body, request }) => {
    const hers = createPatientViewer(viewer, visitorActor(request));
    return presentOffer(await saveOfferAnswer(deps, hers, params.id, body), deps.now());
  });
  /** The offer of a link, with other open offers, each by the reference of its appointment. */
  async function shownByLink(opened: Opened): Promise<LinkOffer> {
    const { prefix } = await currentSettings(deps);
    const named = (one: Offer) => ({
      ...one,
      reference: one.appointmentId === null ? null : referenceCode(prefix, one.appointmentId),
    });
    return {
      ...named(presentOffer(opened.offer, deps.now())),
      others: (await othersOf(opened)).map(named),
    };
  }
  mount(
    app,
    deps,
    api.getLinkOffer,
    async ({ params, request }) => shownByLink(await ofLink(params.token, request)),
    { throttle: linkGuessLimit },
  );
  mount(
    app,
    deps,
    api.answerLinkOffer,
    async ({ params, body: { offerId, ...answer }, request }) => {
      const opened = await ofLink(params.token, request);
      const id = offerId ?? opened.offer.id;
      await saveOfferAnswer(deps, await asWhom(opened, id, request), id, answer);
      return shownByLink(await ofLink(params.token, request));
    },
    { throttle: linkGuessLimit },
  );
}
