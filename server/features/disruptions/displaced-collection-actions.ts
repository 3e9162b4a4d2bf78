import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { causeKind, type DisplacedCause } from '#shared/domain/displaced-state.ts';
import { openDisruption } from './actions.ts';

/** An appointment that a save displaces. */
interface DisplacedBySave {
  readonly id: number;
  readonly locationId: number;
  /** Start and end. */
  readonly from: string;
  readonly to: string;
}

/** The appointments that one save displaces, whatever it changes: they are in one disruption. */
export interface DisplacedCollection {
  /** Waiting-list entries whose patients got a message about the save. */
  readonly toldWishes: Set<number>;
  add(cause: DisplacedCause, visits: readonly DisplacedBySave[]): void;
  /** Opens the disruption. Call it at the end of the save, in its transaction. */
  open(tx: Db, viewer: Viewer): Promise<void>;
}

const mainKinds = ['hours', 'departure', 'rooms'] as const;

/** `doctorId`: the doctor who departs, if the save changes a doctor and not a branch. */
export function collectDisplaced(doctorId: number | null = null): DisplacedCollection {
  const found = new Map<number, DisplacedBySave & { causes: DisplacedCause[] }>();
  return {
    toldWishes: new Set(),
    add(cause, visits) {
      for (const visit of visits)
        found.set(visit.id, { ...visit, causes: [...(found.get(visit.id)?.causes ?? []), cause] });
    },
    async open(tx, viewer) {
      const visits = [...found.values()].toSorted((a, b) => a.from.localeCompare(b.from) || a.id - b.id);
      const [first] = visits;
      if (!first) return;
      const kinds = new Set(visits.flatMap(({ causes }) => causes.map((cause) => causeKind[cause])));
      const isOneBranch = visits.every(({ locationId }) => locationId === first.locationId);
      const head = {
        cause: mainKinds.find((kind) => kinds.has(kind)) ?? ('absence' as const),
        doctorId,
        locationId: doctorId === null && isOneBranch ? first.locationId : null,
        localFrom: first.from,
        localTo: visits.map(({ to }) => to).reduce((a, b) => (a > b ? a : b)),
      };
      await openDisruption(tx, viewer, head, visits);
    },
  };
}
