import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findNextAppointments } from '#server/features/appointments/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { UserRow } from '#server/features/users/queries.ts';
import { findPeople } from '#server/features/users/search-queries.ts';
import type { FoundPatient } from '#shared/contract/users.ts';
import { dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';

const defaultLimit = 8;

/**
 * The people that the desk searches for, best match first, each with the next appointment that the viewer may
 * see.
 */
export async function findPatientsForDesk(
  deps: Deps,
  viewer: Viewer,
  { q = '', limit = defaultLimit }: { q?: string | undefined; limit?: number | undefined },
): Promise<FoundPatient[]> {
  const { rows, similar } = await findPeople(deps.db, viewer, {
    roles: patientRoles,
    q,
    sort: 'match',
    limit,
    after: null,
    countTo: 0,
  });
  return presentFoundPatients(deps, viewer, rows, similar);
}

/** People as the viewer may see them. */
export async function presentFoundPatients(
  deps: Deps,
  viewer: Viewer,
  rows: readonly Pick<UserRow, 'id' | 'name' | 'phone' | 'phoneKnown' | 'reach'>[],
  similar = false,
): Promise<FoundPatient[]> {
  const { prefix } = await currentSettings(deps);
  const next = await findNextAppointments(
    deps.db,
    viewer,
    rows.map(({ id }) => id),
    dayClock(deps.now()),
  );
  return rows.map(({ id, name, phone, phoneKnown, reach }) => {
    const visit = next.get(id);
    const when = visit && splitLocal(visit.localStart);
    return {
      id,
      name,
      phone: phone && formatPhone(phone),
      phoneKnown,
      reach,
      reference: referenceCode(prefix, id),
      similar,
      next:
        visit && when
          ? {
              appointmentDate: when.date,
              appointmentTime: when.time.slice(0, 5),
              locationName: visit.locationName,
              locationNameAr: visit.locationNameAr,
            }
          : null,
    };
  });
}
