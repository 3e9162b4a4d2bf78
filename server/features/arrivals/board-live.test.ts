import { afterAll, expect, test } from 'vitest';
import { makeAppointment, makeClinic, makePatients, makeUser } from '#server/testing/factories.ts';
import { createSession } from '#server/testing/signed-in.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { VisitStage } from '#shared/domain/visits/visit-stage.ts';

const clinic = await createTestApp();
const { call, deps } = clinic;
const address = await clinic.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(clinic.close);

const visits = 200;
/** Parallel requests, as in a second of a busy morning. */
const together = 20;
const date = '2027-06-07';
const way = ['expected', 'waiting', 'with_doctor', 'seen'] as const satisfies readonly VisitStage[];

type Stages = Map<number, VisitStage>;

/**
 * A board as a browser keeps it: read once, and again after every hint; a hint during a read causes one more
 * read.
 */
class Board {
  stages: Stages = new Map();
  hints = 0;
  readonly #cookie: string;
  readonly #line = new AbortController();
  #reading: Promise<void> | undefined;
  #again = false;
  #changed: () => void = () => undefined;

  constructor(cookie: string) {
    this.#cookie = cookie;
  }

  async open(): Promise<void> {
    const { body } = await fetch(`${address}/api/events`, {
      headers: { cookie: this.#cookie },
      signal: this.#line.signal,
    });
    void this.#listen(body);
    this.#follow();
    await this.#reading;
  }

  close(): void {
    this.#line.abort();
  }

  async #listen(body: ReadableStream<Uint8Array> | null): Promise<void> {
    let text = '';
    try {
      for await (const part of body ?? []) {
        const parts = (text + Buffer.from(part).toString()).split('\n\n');
        text = parts.pop() ?? '';
        for (const hint of parts.filter((one) => one.includes('"appointments"'))) {
          if (hint.startsWith('event: changed')) this.hints++;
          this.#follow();
        }
      }
    } catch {
      // The stream was closed.
    }
  }

  #follow(): void {
    this.#again = true;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
  }

  async #read(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const answer = await call('GET', `/api/arrivals?date=${date}&locationId=1`, { cookie: this.#cookie });
      const { cards } = answer.json() as { cards: { id: number; stage: VisitStage }[] };
      this.stages = new Map(cards.map(({ id, stage }) => [id, stage]));
      this.#changed();
    }
  }

  /** Resolves once the board shows this, however late; never if a hint was lost. */
  async shows(truth: Stages): Promise<void> {
    const isRight = () => [...truth].every(([id, stage]) => this.stages.get(id) === stage);
    while (!isRight()) await new Promise<void>((done) => (this.#changed = done));
  }
}

test('two boards of 200 appointments are correct after each second of twenty changes, by hints alone', {
  timeout: 60_000,
}, async () => {
  const { location, service } = await makeClinic(deps.db);
  const truth: Stages = new Map();
  for (const patientId of await makePatients(deps.db, visits)) {
    const at = { patientId, locationId: location.id, serviceId: service.id, date, room: null };
    truth.set((await makeAppointment(deps.db, at)).id, 'expected');
  }
  const cookieOf = async (name: string) =>
    createSession(clinic, (await makeUser(deps.db, { role: 'receptionist', name })).id);
  const desk = await cookieOf('desk');
  const boards = [new Board(await cookieOf('one')), new Board(await cookieOf('two'))];
  for (const board of boards) {
    await board.open();
    expect(board.stages).toEqual(truth);
  }
  const ids = [...truth.keys()];
  for (let second = 0; second < 6; second++) {
    const taken = ids.slice((second % 2) * together, (second % 2) * together + together);
    const step = Math.floor(second / 2);
    const [from, to] = [way[step] ?? 'expected', way[step + 1] ?? 'seen'];
    const answers = await Promise.all(
      taken.map((id) => call('POST', `/api/arrivals/${id}/stage`, { cookie: desk, body: { from, to } })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(taken.map(() => 200));
    for (const id of taken) truth.set(id, to);
    await deps.feed.poke();
    await Promise.all(boards.map((board) => board.shows(truth)));
    for (const board of boards) expect(board.stages).toEqual(truth);
  }
  // The board was read only after hints.
  for (const board of boards) {
    expect(board.hints).toBeGreaterThanOrEqual(6);
    board.close();
  }
});
