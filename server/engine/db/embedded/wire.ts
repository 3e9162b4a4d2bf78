import { Duplex } from 'node:stream';
import { unhurried } from '#server/engine/db/clinic-pool.ts';

/**
 * Ours for a reason: `pg` speaks to the embedded database as to a server, so there is one driver and one set
 * of types and errors; PGlite's own adapter goes out of step for good after one bad parameter (decision 001).
 */

/** An engine behind the wire: takes whole protocol messages, one batch at a time. */
export interface WireEngine {
  readonly ready: Promise<void>;
  /** Open connections; a restart of the engine destroys them. */
  readonly wires: Set<Duplex>;
  /** New connections may not write. */
  readOnly?: boolean;
  /** `unhurried` = without the deadline. */
  exec(request: Uint8Array, unhurried?: boolean): Promise<Buffer>;
  close(): Promise<void>;
}

/** The engine crashed, missed a deadline or is restarting; the same query may work a second later. */
export class EngineLost extends Error {
  readonly code: string;
  constructor(message: string, code = '57P02') {
    super(message);
    this.code = code;
  }
}

const type = { query: 0x51, sync: 0x53, flush: 0x48, terminate: 0x58, ready: 0x5a };
const idle = 0x49;

// The engine ignores statement_timeout; who lifts it lifts our deadline until the transaction ends. These two
// may take their time anyway.
const slowCommands = /^(vacuum|checkpoint)\b/;

const isUnhurried = (query: Buffer): boolean =>
  query.includes(unhurried) || slowCommands.test(query.toString('utf8', 5, 20));

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

function message(letter: string, ...body: Buffer[]): Buffer {
  const content = Buffer.concat(body);
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

export const readOnlySession = 'set default_transaction_read_only = on';
const simpleQuery = (sql: string): Buffer => message('Q', text(sql));
const welcome = Buffer.concat([
  message('R', number(0)),
  message('S', text('server_version'), text('18.6')),
  message('S', text('client_encoding'), text('UTF8')),
  message('Z', Buffer.from('I')),
]);
const cleanUp = Buffer.concat([simpleQuery('rollback'), simpleQuery('discard all')]);

/**
 * One connection of the PostgreSQL wire protocol to an engine in this process: what the driver takes for its
 * socket. The engine has one session, so there may be only one of these at a time (a pool of one).
 */
export class Wire extends Duplex {
  readonly #engine: WireEngine;
  #input: Buffer = Buffer.alloc(0);
  #batch: Buffer[] = [];
  #started = false;
  #unhurried = false;

  constructor(engine: WireEngine) {
    super();
    this.#engine = engine;
    engine.wires.add(this);
    this.once('close', () => engine.wires.delete(this));
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    try {
      this.#input = this.#input.length > 0 ? Buffer.concat([this.#input, chunk]) : chunk;
      this.#takeMessages();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#cleanSession();
    done(error);
  }

  #takeMessages(): void {
    for (;;) {
      const header = this.#started ? 1 : 0;
      if (this.#input.length < header + 4) return;
      const length = header + this.#input.readInt32BE(header);
      if (this.#input.length < length) return;
      const frame = this.#input.subarray(0, length);
      this.#input = this.#input.subarray(length);
      if (this.#started) this.#take(frame);
      else this.#start();
    }
  }

  #start(): void {
    this.#started = true;
    this.#greet().catch((error) => this.destroy(error));
  }

  async #greet(): Promise<void> {
    await this.#engine.ready;
    if (this.#engine.readOnly) await this.#engine.exec(simpleQuery(readOnlySession));
    this.push(welcome);
  }

  #take(frame: Buffer): void {
    const kind = frame[0];
    if (kind === type.terminate) {
      void this.#cleanSession().then(() => this.push(null));
      return;
    }
    this.#batch.push(frame);
    if (kind !== type.query && kind !== type.sync && kind !== type.flush) return;
    if (kind === type.query && isUnhurried(frame)) this.#unhurried = true;
    const batch = Buffer.concat(this.#batch);
    this.#batch = [];
    this.#engine.exec(batch, this.#unhurried).then(
      (reply) => this.#reply(reply),
      (error) => this.destroy(error),
    );
  }

  #reply(reply: Buffer): void {
    if (this.destroyed) return;
    if (reply.length >= 6 && reply[reply.length - 6] === type.ready && reply[reply.length - 1] === idle)
      this.#unhurried = false;
    this.push(reply);
  }

  /** Whoever connects next finds a fresh session: no open transaction, no named statements. */
  #cleanSession(): Promise<void> {
    if (!this.#started) return Promise.resolve();
    this.#started = false;
    return this.#engine.exec(cleanUp).then(
      () => undefined,
      () => undefined, // the engine is gone, and the session with it
    );
  }
}
