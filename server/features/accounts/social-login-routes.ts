import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { findCodeChannels } from '#server/engine/delivery/code-channels.ts';
import { negotiateLanguage } from '#server/engine/http/language.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import { readSession, type Viewer, visitorActor } from '#server/engine/http/session.ts';
import { facebook } from '#server/engine/identity/facebook.ts';
import { google } from '#server/engine/identity/google.ts';
import {
  createProviderState,
  type Provider,
  type ProviderName,
  type ProviderState,
} from '#server/engine/identity/provider.ts';
import { signIn } from '#server/engine/identity/sign-in.ts';
import { dropCookie, readCookie, sendCookie } from '#server/engine/secrets/cookies.ts';
import { proofValidMs, requireProof } from '#server/engine/secrets/proof.ts';
import { signInWays } from '#shared/contract/accounts.ts';
import * as linked from '#shared/contract/own/linked-accounts.ts';
import { localPath } from '#shared/domain/languages.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { rememberSignInDevice } from './session-actions.ts';
import { linkOwnIdentity, signInByIdentity, unlinkProvider } from './social-login-actions.ts';
import { listIdentities } from './social-login-queries.ts';

const minutes = 60;
const socialLoginLimit = { name: 'social-login', network: { points: 60, seconds: 15 * minutes } };

/** Cookie of the browser while it is at the provider. `joins`: the account that started from its profile. */
interface Journey extends ProviderState {
  readonly provider: ProviderName;
  readonly keepSignedIn: boolean;
  readonly joins: number | null;
}
const journeySeconds = 10 * minutes;

/** The provider's address, and the state that the browser must bring back. */
async function beginProviderLogin(
  deps: Deps,
  reply: FastifyReply,
  provider: Provider,
  way: Omit<Journey, keyof ProviderState>,
): Promise<URL> {
  const checks = createProviderState();
  const address = await provider.begin(callbackAddress(deps, way.provider), checks);
  const value = Buffer.from(JSON.stringify({ ...checks, ...way } satisfies Journey)).toString('base64url');
  sendCookie(deps, reply, 'journey', value, { seconds: journeySeconds });
  return address;
}

function readJourneyCookie(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: ProviderName,
): Journey | null {
  const value = readCookie(deps, request, 'journey');
  dropCookie(deps, reply, 'journey');
  try {
    const journey = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as Journey;
    return journey.provider === provider ? journey : null;
  } catch {
    return null;
  }
}

/** The redirect address is ours, whatever host the request names. */
const callbackAddress = (deps: Deps, provider: ProviderName): string =>
  `${deps.config.PUBLIC_URL}/api/auth/${provider}/callback`;

const noticeByErrorCode: Partial<Record<string, string>> = {
  forbidden: 'staff',
  in_use: 'taken',
  not_signed_in: 'expired',
  proof_needed: 'expired',
  visits_locked: 'locked',
};

/** The library's message, not its error, which contains code and state. */
const logProviderFailure = (deps: Deps, provider: ProviderName, error: unknown): void =>
  deps.log.warn(
    { provider, reason: error instanceof Error ? error.message : 'unknown' },
    'a sign-in by a provider failed',
  );

function providerRoutes(
  app: FastifyInstance,
  deps: Deps,
  name: ProviderName,
  provider: Provider | null,
): void {
  const back = (request: FastifyRequest, reply: FastifyReply, notice: string, page = '') => {
    const start = page || localPath('/', negotiateLanguage(request));
    return reply.redirect(`${start}?notice=${name}-${notice}`, 303);
  };
  const failed = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (error instanceof Refusal) return back(request, reply, noticeByErrorCode[error.code] ?? 'failed');
    logProviderFailure(deps, name, error);
    return back(request, reply, 'failed');
  };
  // Linking needs the same recent proof at the end as at the start (`linkIdentity`), because the cookie is
  // kept by the browser and could be forged.
  const whoJoins = async (request: FastifyRequest, joins: number): Promise<Viewer> => {
    const viewer = await readSession(deps, request, negotiateLanguage(request), false);
    if (viewer?.id !== joins || viewer.mustFirst) throw new Refusal('not_signed_in');
    if (isStaff(viewer.role)) throw new Refusal('forbidden');
    if (viewer.lock === 'shut') throw new Refusal('visits_locked');
    requireProof(viewer, deps.now(), proofValidMs + journeySeconds * 1000);
    return viewer;
  };

  app.get<{ Querystring: Record<string, unknown> }>(
    `/api/auth/${name}`,
    { schema: { hide: true } },
    async (request, reply) => {
      if (!provider) return back(request, reply, 'not-configured');
      // A profile page opened before linking required a proof (until May 2027): it signs nobody in.
      if (request.query.join === '1') return back(request, reply, 'expired', '/profile');
      try {
        await throttle(deps, request, socialLoginLimit);
        const keepSignedIn = request.query.keep === '1';
        const address = await beginProviderLogin(deps, reply, provider, {
          provider: name,
          keepSignedIn,
          joins: null,
        });
        return reply.redirect(address.href, 303);
      } catch (error) {
        return failed(request, reply, error);
      }
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    `/api/auth/${name}/callback`,
    { schema: { hide: true } },
    async (request, reply) => {
      if (!provider) return back(request, reply, 'not-configured');
      const journey = readJourneyCookie(deps, request, reply, name);
      if (!journey) return back(request, reply, 'expired');
      if (request.query.error === 'access_denied' && request.query.state === journey.state)
        return back(request, reply, 'cancelled');
      try {
        const answer = new URL(callbackAddress(deps, name));
        answer.search = new URL(request.url, deps.config.PUBLIC_URL).search;
        const identity = await provider.finish(answer, journey);
        if (journey.joins !== null) {
          await linkOwnIdentity(deps, await whoJoins(request, journey.joins), identity);
          return back(request, reply, 'joined', '/profile');
        }
        const person = await signInByIdentity(
          deps,
          visitorActor(request),
          identity,
          negotiateLanguage(request),
        );
        const { keepSignedIn } = journey;
        await signIn(deps, request, reply, { ...person, keepSignedIn }, (device) =>
          rememberSignInDevice(deps, person.id, device, 'provider'),
        );
        return reply.redirect(localPath('/', negotiateLanguage(request)), 303);
      } catch (error) {
        return failed(request, reply, error);
      }
    },
  );
}

/**
 * Sign-in with other companies. The requests are navigations, so that their answers are pages and never JSON
 * errors.
 */
export function socialLoginRoutes(app: FastifyInstance, deps: Deps): void {
  const providers = { google: google(deps.config), facebook: facebook(deps.config) };
  providerRoutes(app, deps, 'google', providers.google);
  providerRoutes(app, deps, 'facebook', providers.facebook);

  mount(app, deps, signInWays, () => {
    const { codes, kept } = findCodeChannels(deps.config);
    return {
      google: providers.google !== null,
      facebook: providers.facebook !== null,
      phone: codes.includes('sms') || codes.includes('whatsapp'),
      codes: [...codes],
      kept,
    };
  });
  mount(app, deps, linked.linkedIdentities, ({ viewer }) => listIdentities(deps.db, viewer.id));
  mount(
    app,
    deps,
    linked.linkIdentity,
    async ({ params, viewer, reply }) => {
      const provider = providers[params.provider];
      if (!provider) throw new Refusal('not_found');
      const way = { provider: params.provider, keepSignedIn: false, joins: viewer.id };
      const address = await beginProviderLogin(deps, reply, provider, way).catch((error: unknown) => {
        logProviderFailure(deps, params.provider, error);
        throw new Refusal('unavailable', { retryAfter: 30 });
      });
      return { address: address.href };
    },
    { throttle: socialLoginLimit },
  );
  mount(app, deps, linked.unlinkIdentity, async ({ params, viewer }) => {
    await unlinkProvider(deps, viewer, params.provider);
    return null;
  });
}
