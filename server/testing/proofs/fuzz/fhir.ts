import * as fc from 'fast-check';
import { fhirRoot, fhirSearch, fhirTypes } from '#shared/contract/connections/fhir.ts';
import { anyBody, anyName, encoded, type FuzzTarget } from './values.ts';

/** Valid FHIR searches, by the types of their parameters. */
const fhirValues = {
  string: ['a', 'Mona', ''],
  token: ['free', 'booked', 'HKM-000001', '01001234567', '1'],
  reference: ['1', 'Patient/1', 'Location/1', 'Schedule/1-20', 'https://a.example/Practitioner/3'],
  date: ['2027-06-08', 'ge2027-06', 'lt2027', 'gt2027-06-08T12:00:00Z', 'le2027-06-08T12:00:00+03:00'],
  id: ['1', 'clinic', '1-20', '1-20-1', '1-20-20270609150000', '2-1'],
};
const fhirWish = {
  resourceType: 'Appointment',
  id: '1',
  status: 'cancelled',
  start: '2027-06-08T12:00:00Z',
  slot: [{ reference: 'Slot/1-20-20270609150000' }],
  serviceType: [{ coding: [{ code: '1' }] }],
  participant: [{ actor: { reference: 'Patient/1' }, status: 'accepted' }],
};
const fhirBodies = [
  fhirWish,
  { resourceType: 'Parameters', parameter: [{ name: 'appt-resource', resource: fhirWish }] },
];

function anyQuery(type: (typeof fhirTypes)[number]): fc.Arbitrary<string> {
  const kinds: Readonly<Record<string, keyof typeof fhirValues>> = { _id: 'id', ...fhirSearch[type] };
  const known = fc
    .constantFrom(...Object.entries(kinds))
    .chain(([name, kind]) =>
      fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...fhirValues[kind]), anyName)),
    );
  const paging = fc.tuple(fc.constantFrom('_count', '_cursor', '_format', '_sort', '_lastUpdated'), anyName);
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: paging }), { maxLength: 3 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&'));
}

const anyId = fc.oneof(fc.constantFrom(...fhirValues.id), anyName).map(encoded);

const read = (path: string, any: fc.Arbitrary<string> = fc.constant(path)): FuzzTarget => ({
  name: `GET ${fhirRoot}/${path}`,
  call: any.map((asked) => ({ method: 'GET', url: `${fhirRoot}/${asked}`, headers: {} })),
});
const version = fc.constantFrom('W/"1"', 'W/"999999999"', '"1"', '*', '\u00ff');
const write = (method: string, path: string, any: fc.Arbitrary<string> = fc.constant(path)): FuzzTarget => ({
  name: `${method} ${fhirRoot}/${path}`,
  call: fc.tuple(any, version, anyBody(fhirBodies)).map(([asked, match, body]) => ({
    method,
    url: `${fhirRoot}/${asked}`,
    headers: { 'content-type': 'application/fhir+json', 'if-match': match },
    body,
  })),
});

/** FHIR endpoints that only programs may call. */
export const fhirPlaces: readonly FuzzTarget[] = [
  ...fhirTypes.map((type) =>
    read(
      type,
      anyQuery(type).map((query) => `${type}?${query}`),
    ),
  ),
  ...fhirTypes.map((type) =>
    read(
      `${type}/:id`,
      anyId.map((id) => `${type}/${id}`),
    ),
  ),
  write('POST', 'Appointment/$book'),
  write(
    'PUT',
    'Appointment/:id',
    fc.constantFrom('1', '2', '40', '999999999').map((id) => `Appointment/${id}`),
  ),
];
/** FHIR endpoints that are open to everybody, or to nobody. */
export const openFhirPlaces: readonly FuzzTarget[] = [
  read('metadata'),
  read('$bulk-publish'),
  read('bulk/locations.ndjson'),
  read('bulk/schedules.ndjson'),
  read(
    'bulk/:file',
    fc.oneof(fc.constantFrom('1', '2', '%00'), anyName.map(encoded)).map((id) => `bulk/slots-${id}.ndjson`),
  ),
  write('DELETE', 'Appointment/1'),
  write('PUT', 'Patient/1'),
  write('POST', ''),
];
