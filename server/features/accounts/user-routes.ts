import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import {
  countLimit,
  decodeCursor,
  isNewestRequested,
  maxRows,
  sendPage,
} from '#server/engine/http/list-pages.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { withdrawUnneededOffersAfterSave } from '#server/features/disruptions/actions.ts';
import { watchDepartures } from '#server/features/disruptions/departure-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { openPersonFile } from '#server/features/users/file-actions.ts';
import { presentUser } from '#server/features/users/queries.ts';
import { findPeople } from '#server/features/users/search-queries.ts';
import * as contract from '#shared/contract/users.ts';
import { allRoles, patientRoles, type Role } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { findPatientsForDesk } from './find-patient-actions.ts';
import { currentPasswordLimit } from './password-actions.ts';
import { loadUserReply } from './reply-queries.ts';
import { addPerson, changePerson, giveNewPassword, removePerson, signOutEverywhere } from './user-actions.ts';

const cursorKinds = { name: ['text', 'int4'], newest: ['int4'], match: ['int4', 'int4'] } as const;

/** Roles of the list if the query names none. */
const defaultRolesFor = ({ role }: Viewer): readonly Role[] => (role === 'admin' ? allRoles : patientRoles);

/** Only admins set roles: others are rejected before the body is validated. */
function refuseRoleUnlessAdmin(viewer: Viewer, body: Record<string, unknown>): void {
  if (viewer.role !== 'admin' && 'role' in body) throw new Refusal('forbidden');
}

function refuseStaffRole(_viewer: Viewer, body: Record<string, unknown>): void {
  if (typeof body.role === 'string' && body.role !== 'patient') throw new Refusal('forbidden');
}

export function usersRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, contract.listUsers, async ({ query, viewer, request, reply }) => {
    const sort = query.sort ?? 'name';
    const limit = query.limit ?? maxRows;
    const roles = [...new Set(query.role ?? defaultRolesFor(viewer))];
    const search = {
      roles,
      q: query.q ?? '',
      sort,
      limit: limit + 1,
      after: decodeCursor(query.cursor, cursorKinds[sort]),
      countTo: query.uncounted ? 0 : countLimit,
    };
    const { prefix } = await currentSettings(deps);
    const found = await findPeople(deps.db, viewer, search);
    const reversed = isNewestRequested(query) && found.rows.length > limit;
    const { rows } = reversed ? await findPeople(deps.db, viewer, { ...search, sort: 'newest' }) : found;
    const { total, countedTo } = found;
    const page = sendPage(reply, request, rows, {
      limit,
      reversed,
      total: query.uncounted ? null : total,
      countedTo,
      cursorOf: ({ rank, name, id }) => ({ name: [name, id], newest: [id], match: [rank, id] })[sort],
    });
    return page.map((row) => presentUser(row, prefix));
  });

  mount(app, deps, contract.findPatients, ({ query, viewer }) => findPatientsForDesk(deps, viewer, query));

  mount(app, deps, contract.getUser, async ({ params, viewer }) => {
    const { prefix } = await currentSettings(deps);
    return presentUser(await openPersonFile(deps, viewer, params.id), prefix);
  });

  mount(
    app,
    deps,
    contract.createPatient,
    async ({ body, viewer }) =>
      loadUserReply(deps, await addPerson(deps, viewer, { ...body, role: 'patient' })),
    { guard: refuseStaffRole },
  );

  mount(app, deps, contract.createUser, async ({ body, viewer }) =>
    loadUserReply(deps, await addPerson(deps, viewer, body)),
  );

  mount(
    app,
    deps,
    contract.changeUser,
    async ({ params, body, viewer, request }) => {
      const typed = params.id === viewer.id && body.currentPassword;
      const counted = typed ? await throttle(deps, request, currentPasswordLimit, `user ${viewer.id}`) : null;
      const departures = watchDepartures(deps, viewer, body.role ? [params.id] : []);
      await changePerson(deps, viewer, params.id, body, {
        before: (tx) => (body.role ? departures.before(tx) : undefined),
        after: departures.after,
      });
      if (body.role) await withdrawUnneededOffersAfterSave(deps);
      await counted?.forgive();
      return loadUserReply(deps, params.id, viewer.lock);
    },
    { guard: refuseRoleUnlessAdmin },
  );

  mount(app, deps, contract.deleteUser, async ({ params, viewer }) => {
    await removePerson(deps, viewer, params.id);
    return null;
  });

  mount(app, deps, contract.endSessionsOf, async ({ params, viewer }) => {
    await signOutEverywhere(deps, viewer, params.id);
    return null;
  });

  mount(app, deps, contract.handOverPassword, async ({ params, body, viewer, lang }) => {
    await giveNewPassword(deps, viewer, params.id, body.password);
    return { message: say(lang, 'account.password.changedTitle') };
  });
}
