import type { CapabilityStatement } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { fhirRoot, fhirSearch, fhirTypes } from '#shared/contract/connections/fhir.ts';

/** The capability statement: read and search of each resource; booking and cancelling of appointments. */
export async function capabilityStatement(deps: Deps): Promise<CapabilityStatement> {
  const { name } = await currentSettings(deps);
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-11-22',
    kind: 'instance',
    implementation: { description: name, url: `${deps.config.PUBLIC_URL}${fhirRoot}` },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [
      {
        mode: 'server',
        documentation:
          'A free slot is reckoned when it is asked for and has no `_lastUpdated`. Visits that are asked by it ' +
          'come in the order of the changes, and so do patients, unless a name, a code or a contact is asked, ' +
          'too. A change counts from when its transaction began: ask again from a minute before. Every ' +
          'parameter that is not named here is refused.',
        security: {
          cors: false,
          description: 'A key of the clinic as a bearer token, with SMART scopes: system/Appointment.rs',
        },
        resource: fhirTypes.map((type) => ({
          type,
          versioning: type === 'Appointment' ? 'versioned-update' : 'no-version',
          interaction: [
            { code: 'read' },
            { code: 'search-type' },
            ...(type === 'Appointment' ? [{ code: 'update' as const, documentation: 'Cancels' }] : []),
          ],
          searchParam: [
            { name: '_id', type: 'token' },
            ...Object.entries(fhirSearch[type]).map(([param, kind]) => ({ name: param, type: kind })),
          ],
          ...(type === 'Appointment'
            ? {
                operation: [
                  {
                    name: 'book',
                    definition:
                      'http://fhir.org/guides/argonaut-scheduling/OperationDefinition/appointment-book',
                  },
                ],
              }
            : {}),
        })),
        operation: [
          {
            name: 'bulk-publish',
            definition: 'http://fhir-registry.smarthealthit.org/OperationDefinition/bulk-publish',
          },
        ],
      },
    ],
  };
}
