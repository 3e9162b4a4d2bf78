import type { FastifyInstance } from 'fastify';
import { isOwner } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, sendPage } from '#server/engine/http/list.ts';
import { type Call, mount } from '#server/engine/http/mount.ts';
import * as api from '#shared/contract/own/privacy.ts';
import { wantHers } from './actions.ts';
import { countOpenings, openingsPage } from './queries.ts';

const usualPage = 10;

async function openings(
  deps: Deps,
  { viewer, params, query, request, reply }: Call<typeof api.listOpenings>,
): Promise<api.Opening[]> {
  await wantHers(deps, viewer, params.id);
  const { limit = usualPage, cursor } = query;
  const from = decodeCursor(cursor, ['text', 'int4', 'int4']);
  const after = from && { day: from[0], actorId: from[1] };
  const rows = await openingsPage(deps.db, params.id, { limit, after });
  const total = from?.[2] ?? (await countOpenings(deps.db, params.id));
  const page = sendPage(reply, request, rows, {
    limit,
    total,
    cursorOf: ({ day, actorId }) => [day, actorId, total],
  });
  return page.map(({ actorId, username, name, nameAr, ...row }) => {
    const nameless = isOwner(deps.config, username);
    return {
      ...row,
      name: nameless ? null : name,
      nameAr: nameless ? null : nameAr,
      own: actorId === viewer.id,
    };
  });
}

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listOpenings, (call) => openings(deps, call));
}
