import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { version } from '#server/version.ts';
import * as api from '#shared/contract/connections/backups.ts';
import { backUpSoon, presentStatus } from './actions.ts';

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getBackupStatus, () => presentStatus(deps));
  mount(app, deps, api.getVersion, () => ({ version }));
  mount(app, deps, api.startBackup, async () => {
    await backUpSoon(deps);
    return null;
  });
}
