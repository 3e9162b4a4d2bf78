import type { Deps } from '#server/deps.ts';
import { inTransaction, pgErrorCode } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import { refuseStaleRecord } from '#server/engine/http/version.ts';
import { countOpenOfService } from '#server/features/locations/capacity-queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/services.ts';
import type { Service } from '#shared/contract/services.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { archiveService, insertService, lockService, updateService } from './queries.ts';

const uniqueViolation = '23505';

async function savingService<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (pgErrorCode(error) === uniqueViolation)
      throw new Refusal('name_taken', { fields: { name: 'error.nameTaken' } });
    throw error;
  }
}

/** Adds a service, last in the list unless a position is given. */
export const createService = (
  deps: Deps,
  actor: Actor,
  body: Body<typeof api.createService>,
): Promise<Service> =>
  savingService(() =>
    inTransaction(deps.db, async (tx) => {
      const service = await insertService(tx, body);
      await recordEvent(tx, actor, {
        action: 'created',
        subject: 'services',
        subjectId: service.id,
        after: { ...service },
      });
      return service;
    }),
  );

/** Changes a service; existing appointments keep their length. */
export const changeService = (
  deps: Deps,
  actor: Actor,
  id: number,
  body: Body<typeof api.changeService>,
): Promise<Service> =>
  savingService(() =>
    inTransaction(deps.db, async (tx) => {
      const before = await lockService(tx, id);
      if (!before) throw new Refusal('not_found');
      refuseStaleRecord(body.version, before);
      const after = await updateService(tx, before, body);
      await recordEvent(tx, actor, {
        action: 'changed',
        subject: 'services',
        subjectId: id,
        before: { ...before },
        after: { ...after },
      });
      return after;
    }),
  );

/**
 * Withdraws a service: it can no longer be booked, and past appointments keep it. Refused while there are
 * upcoming appointments or offers for it, or a patient waits for it: nothing can be offered in its place.
 */
export const withdrawService = (deps: Deps, actor: Actor, id: number): Promise<void> =>
  savingService(() =>
    inTransaction(deps.db, async (tx) => {
      const before = await lockService(tx, id);
      if (!before) throw new Refusal('not_found');
      const open = await countOpenOfService(tx, id, dayClock(deps.now()));
      if (open.visits + open.offers + open.wishes > 0)
        throw new Refusal('still_open', { params: { ...open } });
      await archiveService(tx, id, deps.now());
      await recordEvent(tx, actor, {
        action: 'deleted',
        subject: 'services',
        subjectId: id,
        before: { ...before },
      });
    }),
  );
