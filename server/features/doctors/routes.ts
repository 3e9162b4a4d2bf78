import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount, SerializedReply } from '#server/engine/http/mount.ts';
import * as api from '#shared/contract/doctors.ts';
import { keptTimes } from './availability-queries.ts';
import { choosableAt, earliestOf } from './choice-queries.ts';
import { currentDoctors } from './queries.ts';

export function doctorRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDoctors, () => currentDoctors(deps));
  mount(app, deps, api.earliestTimes, ({ query }) => earliestOf(deps, query.service, query.doctorId));
  mount(app, deps, api.branchDoctors, ({ params, query }) => {
    const question = JSON.stringify(['doctors', params.id, query]);
    return keptTimes(
      deps,
      params.id,
      { question, ofDoctor: true },
      async () => new SerializedReply(api.branchDoctors, await choosableAt(deps, params.id, query.service)),
    );
  });
}
