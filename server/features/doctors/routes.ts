import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import * as api from '#shared/contract/doctors.ts';
import { currentDoctors } from './queries.ts';

export function doctorRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listDoctors, () => currentDoctors(deps));
}
