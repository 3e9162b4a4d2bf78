import { beforeEach, expect, test, vi } from 'vitest';

const wishFor = (locationId: number, serviceId: number | null = null) =>
  sessionStorage.setItem('booking-wish', JSON.stringify({ locationId, serviceId }));
const ring = () => dispatchEvent(new Event('booking-wish'));

/** Opens a tab whose storage survives a reload of the page. */
async function openTab() {
  const kept = new Map<string, string>();
  const events = new EventTarget();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('location', new URL('http://clinic.example/'));
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, events[name].bind(events));
  vi.resetModules();
  return (await import('./choice-store.ts')).choiceStore;
}

let store: Awaited<ReturnType<typeof openTab>>;
beforeEach(async () => {
  store = await openTab();
});

test('a choice made outside is applied before, during and after the form loads', () => {
  wishFor(2);
  ring();
  expect(store.read().locationId).toBe(2);

  wishFor(3);
  ring();
  const heard = vi.fn();
  const stop = store.subscribe(heard);
  expect(store.read().locationId).toBe(3);
  expect(heard).toHaveBeenCalledOnce();

  wishFor(4, 1);
  ring();
  expect(store.read()).toMatchObject({ locationId: 4, serviceId: 1 });
  stop();
});

test('a choice of another branch clears the chosen time, one of the same keeps it', () => {
  store.replace({ ...store.read(), locationId: 2, time: '17:00:00' });
  const stop = store.subscribe(() => {});
  wishFor(2);
  ring();
  expect(store.read().time).toBe('17:00:00');
  wishFor(3);
  ring();
  expect(store.read().time).toBeNull();
  stop();
});

test('a browser without storage can book too', async () => {
  const refused = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refused, setItem: refused, removeItem: refused });
  vi.resetModules();
  const { choiceStore } = await import('./choice-store.ts');
  expect(choiceStore.read().locationId).toBeNull();
  choiceStore.replace({ ...choiceStore.read(), locationId: 5 });
  expect(choiceStore.read().locationId).toBe(5);
});

test('a link fills in valid ids, days and times', async () => {
  vi.stubGlobal(
    'location',
    new URL('http://clinic.example/book?location=3&service=2&date=2027-06-09&time=15:00'),
  );
  vi.resetModules();
  const { choiceStore } = await import('./choice-store.ts');
  const asked = { locationId: 3, serviceId: 2, doctor: null, date: '2027-06-09', time: '15:00:00' };
  expect(choiceStore.read()).toEqual(asked);
  expect(choiceStore.linked()).toEqual(asked);

  vi.stubGlobal('location', new URL('http://clinic.example/book?location=x&date=2027-02-30&time=25:99'));
  vi.resetModules();
  const none = { locationId: null, serviceId: null, doctor: null, date: null, time: null };
  expect((await import('./choice-store.ts')).choiceStore.linked()).toEqual(none);
});

test('choices made after a link survive a reload and other links replace them', async () => {
  const open = async (search: string) => {
    vi.stubGlobal('location', new URL(`http://clinic.example/book${search}`));
    vi.resetModules();
    return (await import('./choice-store.ts')).choiceStore;
  };
  const search = '?location=3&date=2027-06-09&time=15:00';
  const first = await open(search);
  first.replace({ ...first.read(), date: '2027-06-10', time: '17:00:00' });
  const again = await open(search);
  expect(again.read()).toMatchObject({ locationId: 3, date: '2027-06-10', time: '17:00:00' });

  const stop = again.subscribe(() => {});
  wishFor(4);
  ring();
  expect(again.read()).toMatchObject({ locationId: 4, time: null });
  stop();

  expect((await open('?location=5')).read()).toMatchObject({ locationId: 5, time: null });
  // If nothing is chosen after the link was followed, a reload follows it again.
  sessionStorage.removeItem('booking-choice');
  expect((await open(search)).read()).toMatchObject({ locationId: 3, time: '15:00:00' });
  expect((await open(search)).read()).toMatchObject({ locationId: 3, time: '15:00:00' });
});
