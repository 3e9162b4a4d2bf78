import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { version } from '#server/version.ts';
import * as api from '#shared/contract/connections/backups.ts';
import { loadBackupStatus, requestBackup } from './actions.ts';

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getBackupStatus, () => loadBackupStatus(deps));
  mount(app, deps, api.getVersion, () => ({ version }));
  mount(app, deps, api.startBackup, async () => {
    await requestBackup(deps);
    return null;
  });
}
