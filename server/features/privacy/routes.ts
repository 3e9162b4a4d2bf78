import type { FastifyInstance } from 'fastify';
import { isOwner } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, sendPage } from '#server/engine/http/list-pages.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import { type CountedTry, throttle } from '#server/engine/http/rate-limit.ts';
import * as api from '#shared/contract/own/privacy.ts';
import { checkPrivacyScope } from './actions.ts';
import {
  consentedText,
  giveConsentTo,
  loadConsent,
  loadCurrentNotice,
  requireConsentAgain,
  withdrawConsentOf,
} from './consent-actions.ts';
import { checkOwnLock, endLock, openLock, setLock } from './lock-actions.ts';
import { closeLockHere, countOpenings, openingsPage } from './queries.ts';

const usualPage = 10;
const quarterHourSeconds = 15 * 60;
/** Limit of tries of a PIN, whoever holds the phone; a proof of identity opens the lock nevertheless. */
const pinTryLimit = {
  name: 'pin',
  network: { points: 60, seconds: quarterHourSeconds },
  overall: { points: 5, seconds: quarterHourSeconds },
};
/** The same per day: patience must not find a number of four digits. */
const pinTryLimitPerDay = { name: 'pin-day', overall: { points: 20, seconds: 24 * 3600 } };

async function sendOpeningsPage(
  deps: Deps,
  { viewer, params, query, request, reply }: EndpointCall<typeof api.listOpenings>,
): Promise<api.Opening[]> {
  await checkPrivacyScope(deps, viewer, params.id);
  const { limit = usualPage, cursor } = query;
  const from = decodeCursor(cursor, ['text', 'int4', 'int4', 'int4']);
  const after = from && { day: from[0], actorId: from[1], keyId: from[2] };
  const rows = await openingsPage(deps.db, params.id, { limit, after });
  const total = from?.[3] ?? (await countOpenings(deps.db, params.id));
  const page = sendPage(reply, request, rows, {
    limit,
    total,
    cursorOf: ({ day, actorId, keyId }) => [day, actorId, keyId, total],
  });
  return page.map(({ actorId, username, name, nameAr, day, role, relation, notes }) => {
    const nameless = isOwner(deps.config, username);
    return {
      day,
      role,
      relation,
      notes,
      name: nameless ? null : name,
      nameAr: nameless ? null : nameAr,
      own: actorId === viewer.id,
    };
  });
}

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listOpenings, (call) => sendOpeningsPage(deps, call));
  mount(app, deps, api.readNotice, ({ lang, query }) => loadCurrentNotice(deps, query.lang ?? lang));
  mount(app, deps, api.openConsent, ({ viewer, params }) => loadConsent(deps, viewer, params.id));
  mount(app, deps, api.giveConsent, ({ viewer, params, body }) =>
    giveConsentTo(deps, viewer, params.id, body),
  );
  mount(app, deps, api.withdrawConsent, ({ viewer, params }) => withdrawConsentOf(deps, viewer, params.id));
  mount(app, deps, api.readConsent, ({ viewer, params }) => consentedText(deps, viewer, params));
  mount(app, deps, api.askAnew, async ({ viewer, params }) => {
    await requireConsentAgain(deps, viewer, params.version);
    return null;
  });
  mount(app, deps, api.lockVisits, async ({ viewer, params, body }) => {
    checkOwnLock(viewer, params.id);
    await setLock(deps, viewer, body.pin);
    return null;
  });
  mount(app, deps, api.unlockVisits, async ({ viewer, params, body: { pin }, request }) => {
    checkOwnLock(viewer, params.id);
    const tries: CountedTry[] = [];
    if (pin !== undefined)
      for (const rule of [pinTryLimit, pinTryLimitPerDay])
        tries.push(await throttle(deps, request, rule, `account ${viewer.id}`));
    await openLock(deps, viewer, pin);
    for (const counted of tries) await counted.forgive();
    return null;
  });
  mount(app, deps, api.shutVisits, async ({ viewer, params }) => {
    checkOwnLock(viewer, params.id);
    await closeLockHere(deps.db, viewer.tokenHash);
    return null;
  });
  mount(app, deps, api.endLock, async ({ viewer, params }) => {
    checkOwnLock(viewer, params.id);
    await endLock(deps, viewer);
    return null;
  });
}
