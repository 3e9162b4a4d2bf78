import type { HttpDeps } from './engine/http/deps.ts';
import type { Registries } from './registries.ts';

/** Dependencies of every feature; made once in open-clinic.ts, or by the tests. */
export interface Deps extends HttpDeps {
  readonly registries: Registries;
}
