import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount, SerializedReply } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/doctors.ts';
import { cacheBranchTimes } from './availability-queries.ts';
import { findEarliestTimes, loadDoctorChoices } from './doctor-choice-queries.ts';
import { currentDoctors } from './queries.ts';

export function doctorRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDoctors, () => currentDoctors(deps));
  mount(app, deps, api.earliestTimes, ({ query }) => findEarliestTimes(deps, query.service, query.doctorId));
  mount(app, deps, api.branchDoctors, ({ params, query }) => {
    const question = JSON.stringify(['doctors', params.id, query]);
    return cacheBranchTimes(
      deps,
      params.id,
      { question, ofDoctor: true },
      async () =>
        new SerializedReply(api.branchDoctors, await loadDoctorChoices(deps, params.id, query.service)),
    );
  });
}
