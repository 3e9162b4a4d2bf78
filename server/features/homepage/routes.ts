import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/homepage.ts';
import { restoreSection, saveSection } from './actions.ts';
import { currentHomepage, listSectionVersions } from './queries.ts';

/** Enough for forty paragraphs in two languages. */
const legalPageBytes = 1_048_576;

export function homepageRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getHomepage, () => currentHomepage(deps));
  mount(app, deps, api.getSection, async ({ params }) => (await currentHomepage(deps))[params.section]);
  mount(
    app,
    deps,
    api.putSection,
    ({ viewer, params, body, ifMatch }) => saveSection(deps, viewer, params.section, body, ifMatch),
    { bodyLimit: legalPageBytes },
  );
  mount(app, deps, api.listVersions, async ({ viewer, params }) => {
    const versions = await listSectionVersions(deps.db, viewer, params.section);
    return versions.map((row, i) => ({ ...row, savedAt: row.savedAt.toISOString(), current: i === 0 }));
  });
  mount(app, deps, api.restoreVersion, ({ viewer, params, ifMatch }) =>
    restoreSection(deps, viewer, params.section, params.version, ifMatch),
  );
}
