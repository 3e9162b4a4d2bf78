import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { codeWays } from '#server/engine/delivery/code-ways.ts';
import { languageOf } from '#server/engine/http/language.ts';
import { mount } from '#server/engine/http/mount.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import { readSession, type Viewer, visitor } from '#server/engine/http/session.ts';
import { facebook } from '#server/engine/identity/facebook.ts';
import { google } from '#server/engine/identity/google.ts';
import {
  type Checks,
  newChecks,
  type Provider,
  type ProviderName,
} from '#server/engine/identity/provider.ts';
import { signIn } from '#server/engine/identity/sign-in.ts';
import { dropCookie, keepCookie, readCookie } from '#server/engine/secrets/cookies.ts';
import { proofValidMs, requireProof } from '#server/engine/secrets/proof.ts';
import { signInWays } from '#shared/contract/accounts.ts';
import * as linked from '#shared/contract/own/linked-accounts.ts';
import { localPath } from '#shared/domain/languages.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { signedInFrom } from './session-actions.ts';
import { joinIdentity, leaveProvider, signInByIdentity } from './social-login-actions.ts';
import { identitiesOf } from './social-login-queries.ts';

const minutes = 60;
const starts = { name: 'social-login', network: { points: 60, seconds: 15 * minutes } };

/** Cookie of the browser while it is at the provider. `joins`: the account that started from its profile. */
interface Journey extends Checks {
  readonly provider: ProviderName;
  readonly keepSignedIn: boolean;
  readonly joins: number | null;
}
const journeySeconds = 10 * minutes;

/** The provider's address, and the state that the browser must bring back. */
async function setOut(
  deps: Deps,
  reply: FastifyReply,
  provider: Provider,
  way: Omit<Journey, keyof Checks>,
): Promise<URL> {
  const checks = newChecks();
  const address = await provider.begin(callbackAddress(deps, way.provider), checks);
  const value = Buffer.from(JSON.stringify({ ...checks, ...way } satisfies Journey)).toString('base64url');
  keepCookie(deps, reply, 'journey', value, { seconds: journeySeconds });
  return address;
}

function takeJourney(
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

const why: Partial<Record<string, string>> = {
  forbidden: 'staff',
  in_use: 'taken',
  not_signed_in: 'expired',
  proof_needed: 'expired',
  visits_locked: 'locked',
};

/** The library's message, not its error, which contains code and state. */
const noteFailure = (deps: Deps, provider: ProviderName, error: unknown): void =>
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
    const start = page || localPath('/', languageOf(request));
    return reply.redirect(`${start}?notice=${name}-${notice}`, 303);
  };
  const failed = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (error instanceof Refusal) return back(request, reply, why[error.code] ?? 'failed');
    noteFailure(deps, name, error);
    return back(request, reply, 'failed');
  };
  // Linking needs the same recent proof at the end as at the start (`linkIdentity`), because the cookie is
  // kept by the browser and could be forged.
  const whoJoins = async (request: FastifyRequest, joins: number): Promise<Viewer> => {
    const viewer = await readSession(deps, request, languageOf(request), false);
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
        await throttle(deps, request, starts);
        const keepSignedIn = request.query.keep === '1';
        const address = await setOut(deps, reply, provider, { provider: name, keepSignedIn, joins: null });
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
      const journey = takeJourney(deps, request, reply, name);
      if (!journey) return back(request, reply, 'expired');
      if (request.query.error === 'access_denied' && request.query.state === journey.state)
        return back(request, reply, 'cancelled');
      try {
        const answer = new URL(callbackAddress(deps, name));
        answer.search = new URL(request.url, deps.config.PUBLIC_URL).search;
        const identity = await provider.finish(answer, journey);
        if (journey.joins !== null) {
          await joinIdentity(deps, await whoJoins(request, journey.joins), identity);
          return back(request, reply, 'joined', '/profile');
        }
        const person = await signInByIdentity(deps, visitor(request), identity, languageOf(request));
        const { keepSignedIn } = journey;
        await signIn(deps, request, reply, { ...person, keepSignedIn }, (device) =>
          signedInFrom(deps, person.id, device, 'provider'),
        );
        return reply.redirect(localPath('/', languageOf(request)), 303);
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
    const { codes, kept } = codeWays(deps.config);
    return {
      google: providers.google !== null,
      facebook: providers.facebook !== null,
      phone: codes.includes('sms') || codes.includes('whatsapp'),
      codes: [...codes],
      kept,
    };
  });
  mount(app, deps, linked.linkedIdentities, ({ viewer }) => identitiesOf(deps.db, viewer.id));
  mount(
    app,
    deps,
    linked.linkIdentity,
    async ({ params, viewer, reply }) => {
      const provider = providers[params.provider];
      if (!provider) throw new Refusal('not_found');
      const way = { provider: params.provider, keepSignedIn: false, joins: viewer.id };
      const address = await setOut(deps, reply, provider, way).catch((error: unknown) => {
        noteFailure(deps, params.provider, error);
        throw new Refusal('unavailable', { retryAfter: 30 });
      });
      return { address: address.href };
    },
    { throttle: starts },
  );
  mount(app, deps, linked.unlinkIdentity, async ({ params, viewer }) => {
    await leaveProvider(deps, viewer, params.provider);
    return null;
  });
}
