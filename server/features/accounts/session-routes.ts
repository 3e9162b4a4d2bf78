import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { networkOf } from '#server/engine/http/rate-limit.ts';
import { clearSessionCookies } from '#server/engine/http/session.ts';
import * as contract from '#shared/contract/accounts.ts';
import { signOutDevice, signOutOtherDevices } from './session-actions.ts';
import { listOwnSessions } from './session-queries.ts';

export function sessionsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.listSessions, async ({ viewer }) =>
    (await listOwnSessions(deps.db, viewer, deps.now())).map(({ userAgent, ip, ...session }) => ({
      ...session,
      device: userAgent ?? '',
      network:
        ip === null || viewer.ip === null
          ? null
          : networkOf(ip) === networkOf(viewer.ip)
            ? 'this'
            : 'another',
      createdAt: session.createdAt.toISOString(),
      seenAt: session.seenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
  );

  mount(app, deps, contract.endSession, async ({ params, viewer, reply }) => {
    await signOutDevice(deps, viewer, params.sessionId);
    if (viewer.tokenHash.toString('hex').startsWith(params.sessionId)) clearSessionCookies(deps, reply);
    return null;
  });

  mount(app, deps, contract.endOtherSessions, async ({ viewer }) => {
    await signOutOtherDevices(deps, viewer);
    return null;
  });

  mount(app, deps, contract.keepAlive, ({ viewer }) => ({
    idleSeconds: viewer.session.idleSeconds,
    expiresAt: viewer.session.expiresAt.toISOString(),
  }));
}
