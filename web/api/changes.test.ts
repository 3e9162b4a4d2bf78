import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeAppointment, createAppointment, listAppointments } from '#shared/contract/appointments.ts';
import { listServices } from '#shared/contract/services.ts';
import { removeApp, removePasskey } from '#shared/contract/two-step.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { sendChange } from './changes.ts';
import { ApiError, buildEndpointUrl } from './client.ts';
import { queryClient, refetchSubjects } from './hooks.ts';

interface Sent {
  address: string;
  key: string | undefined;
}
let sent: Sent[];
let statuses: number[];

beforeEach(() => {
  setMessageLanguage('en', dictionaries.en);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  sent = [];
  statuses = [];
  vi.stubGlobal('location', new URL('https://clinic.test/book'));
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    if (!address.startsWith('/api/appointments')) return new Response('{}');
    sent.push({ address, key: headers['idempotency-key'] });
    return new Response('{}', { status: statuses.shift() ?? 200 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const body = {
  userId: 1,
  locationId: 1,
  appointmentDate: '2027-01-03',
  appointmentTime: '15:00',
  service: 'Consultation',
};
const keyed = { body, headers: { 'idempotency-key': 'one-wish' } };

test('a write with a key is sent once more after a server error, and no other write is', async () => {
  statuses = [503, 201];
  await sendChange(createAppointment, keyed);
  expect(sent.map(({ key }) => key)).toEqual(['one-wish', 'one-wish']);

  sent = [];
  statuses = [500, 500, 201];
  await expect(sendChange(createAppointment, keyed)).rejects.toMatchObject({ status: 500 });
  expect(sent).toHaveLength(2);

  sent = [];
  statuses = [409];
  await expect(sendChange(createAppointment, keyed)).rejects.toBeInstanceOf(ApiError);
  statuses = [503];
  await expect(sendChange(createAppointment, { body })).rejects.toMatchObject({ status: 503 });
  expect(sent).toHaveLength(2);
});

test('exactly the queries that show a changed subject are refetched', async () => {
  const isOld = (key: string) => queryClient.getQueryState([key])?.isInvalidated;
  const keep = (spec: typeof listAppointments | typeof listServices) =>
    queryClient.fetchQuery({
      queryKey: [buildEndpointUrl(spec)],
      meta: { shows: spec.shows },
      queryFn: async () => [],
    });
  await keep(listAppointments);
  await keep(listServices);
  await sendChange(changeAppointment, { params: { id: 1 }, body: { status: 'confirmed', version: 1 } });
  expect([isOld('/api/appointments'), isOld('/api/services')]).toEqual([true, false]);
});

test('each write of several in one mutation is logged, and the mutation is not', async () => {
  const logged: { type: string; target: string }[] = [];
  vi.stubGlobal('fetch', async (address: string, { body: text }: { body: string }) => {
    if (address === '/api/user-interactions') logged.push(...JSON.parse(text).logs);
    return new Response('{}');
  });
  const doing = async () => {
    await sendChange(changeAppointment, { params: { id: 1 }, body: { status: 'confirmed', version: 1 } });
    await sendChange(createAppointment, { body });
  };
  await queryClient.getMutationCache().build(queryClient, { mutationFn: doing }).execute(undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  const writes = logged.filter(({ type }) => type === 'action_success').map(({ target }) => target);
  expect(writes.slice(-2)).toEqual(['PATCH /api/appointments/:id', 'POST /api/appointments']);
});

test('simultaneous writes that need a proof share one prompt and are sent again after it', async () => {
  let proved = false;
  const sentNow: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith('/api/auth/two-step')) return new Response('{}');
    sentNow.push(address);
    const refusal = { code: 'proof_needed', message: 'Show that it is you' };
    return proved ? new Response(null, { status: 204 }) : Response.json(refusal, { status: 403 });
  });
  const questions: ((proved: boolean) => void)[] = [];
  vi.stubGlobal('dispatchEvent', ({ detail }: CustomEvent) => questions.push(detail));
  const both = Promise.all([
    sendChange(removeApp, {}),
    sendChange(removePasskey, { params: { passkeyId: 'one' } }),
  ]);
  await vi.waitFor(() => expect(sentNow).toHaveLength(2));
  await vi.waitFor(() => expect(questions).not.toHaveLength(0));
  expect(questions).toHaveLength(1);
  proved = true;
  questions[0]?.(true);
  await both;
  expect(sentNow).toHaveLength(4);

  proved = false;
  const turnedDown = sendChange(removeApp, {});
  await vi.waitFor(() => expect(questions).toHaveLength(2));
  questions[1]?.(false);
  await expect(turnedDown).rejects.toMatchObject({ code: 'proof_needed' });
});

test('a change at another branch does not refetch the queries of one branch', async () => {
  const keep = (address: string, meta: { shows: ('appointments' | 'users')[]; ofBranch?: true }) =>
    queryClient.prefetchQuery({ queryKey: [address], meta, queryFn: () => address });
  const shows: ('appointments' | 'users')[] = ['appointments', 'users'];
  const [here, there, all] = ['/api/a?date=x&locationId=1', '/api/a?date=x&locationId=12', '/api/a?date=x'];
  const wrongAfter = async (...[subjects, branches]: Parameters<typeof refetchSubjects>) => {
    for (const address of [here, there, all]) await keep(address, { shows, ofBranch: true });
    await keep('/api/week', { shows });
    await refetchSubjects(subjects, branches);
    const cached = queryClient.getQueryCache().getAll();
    const wrong = cached.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey[0]);
    queryClient.clear();
    return wrong;
  };
  expect(await wrongAfter(['appointments', 'notifications'], [1])).toEqual([here, all, '/api/week']);
  expect(await wrongAfter(['appointments'])).toEqual([here, there, all, '/api/week']);
  expect(await wrongAfter(['appointments', 'users'], [1])).toEqual([here, there, all, '/api/week']);
  expect(await wrongAfter(['everything'], [1])).toEqual([here, there, all, '/api/week']);
});
