import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { userReply } from '#server/features/users/queries.ts';
import { mount } from '#server/http/mount.ts';
import { throttle } from '#server/http/rate-limit.ts';
import { clearSessionCookies, endSession, startSession, visitor } from '#server/http/session.ts';
import * as contract from '#shared/contract/accounts.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { checkPassword, registerPatient } from './actions.ts';

const minutes = 60;
const logins = { name: 'login', network: { points: 200, seconds: 15 * minutes }, subject: { points: 10, seconds: 15 * minutes } };
const registrations = { name: 'register', network: { points: 30, seconds: 60 * minutes } };

export function accountsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.currentUser, async ({ viewer }) => ({
    user: await userReply(deps, viewer.id),
    session: { idleSeconds: viewer.session.idleSeconds, expiresAt: viewer.session.expiresAt.toISOString() },
  }));

  mount(app, deps, contract.login, async ({ body, request, reply }) => {
    const counted = await throttle(deps, request, logins, body.username.toLowerCase());
    const person = await checkPassword(deps, body.username, body.password);
    await counted.forgive();
    await startSession(deps, deps.db, request, reply, { ...person, keepSignedIn: body.keepSignedIn === true });
    return { user: await userReply(deps, person.id) };
  });

  mount(app, deps, contract.register, async ({ body, request, lang }) => {
    await throttle(deps, request, registrations);
    await registerPatient(deps, visitor(request), lang, body);
    return { message: say(lang, 'account.register.success') };
  });

  mount(app, deps, contract.logout, async ({ request, reply }) => {
    await endSession(deps, deps.db, request);
    clearSessionCookies(deps, reply);
    return null;
  });
}
