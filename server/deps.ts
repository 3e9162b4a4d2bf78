import type { HttpDeps } from './engine/http/deps.ts';
import type { Registries } from './registries.ts';

/** What every feature may use; made once in open-clinic.ts, or by the tests. */
export interface Deps extends HttpDeps {
  readonly registries: Registries;
}
