import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/settings.ts';
import { changeSettings } from './actions.ts';
import { currentSettings } from './queries.ts';

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getSettings, () => currentSettings(deps));
  mount(app, deps, api.changeSettings, ({ viewer, body, ifMatch }) =>
    changeSettings(deps, viewer, body, ifMatch),
  );
}
