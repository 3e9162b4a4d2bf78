/** What a queue is kept in: the browser's local storage, or nothing where it is refused. */
export interface Keeping {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface UploadQueueOptions<Entry> {
  key: string;
  keeping: Keeping | null;
  /** Sends a batch; false when the server answered with a refusal, a rejection when no answer came. */
  send(batch: readonly Entry[]): Promise<boolean>;
  /** Milliseconds of rest after the newest entry before an upload; none unless said. */
  gather?: number;
  /** Entries in one upload. */
  batch: number;
  /** Entries kept at most; the oldest give way. */
  most: number;
  /** Milliseconds to the next batch, and to the next try after a failure. */
  pause: number;
  retry: number;
  /** What a refusal does: waits for the next entry (`stop`), or is tried again (`retry`). */
  onRefusal: 'stop' | 'retry';
}

/** Entries on their way to the server, in order, kept in the browser until they have arrived. */
export class UploadQueue<Entry> {
  readonly #options: UploadQueueOptions<Entry>;
  #waiting: Entry[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;

  constructor(options: UploadQueueOptions<Entry>) {
    this.#options = options;
    this.#waiting = this.#kept();
  }

  get waiting(): readonly Entry[] {
    return this.#waiting;
  }

  add(entry: Entry): void {
    this.#waiting = [...this.#waiting, entry].slice(-this.#options.most);
    this.#keep();
    const isFull = this.#waiting.length >= this.#options.batch;
    this.#after(isFull ? 0 : (this.#options.gather ?? 0));
  }

  /** Tries again at once: the connection is back. */
  wake(): void {
    if (this.#waiting.length > 0) this.#after(0);
  }

  #after(milliseconds: number): void {
    if (this.#sending) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sendNext(), milliseconds);
  }

  async #sendNext(): Promise<void> {
    const { batch, pause, retry, onRefusal, send } = this.#options;
    const sent = this.#waiting.slice(0, batch);
    if (this.#sending || sent.length === 0) return;
    this.#sending = true;
    this.#waiting = this.#waiting.slice(batch);
    let next: number | undefined;
    try {
      const taken = await send(sent);
      if (!taken) this.#putBack(sent);
      next = taken ? pause : onRefusal === 'retry' ? retry : undefined;
    } catch {
      this.#putBack(sent);
      next = retry;
    } finally {
      this.#sending = false;
      this.#keep();
    }
    if (next !== undefined && this.#waiting.length > 0) this.#after(next);
  }

  /** To the front, in their order; what no longer fits is the oldest. */
  #putBack(sent: readonly Entry[]): void {
    this.#waiting = [...sent, ...this.#waiting].slice(-this.#options.most);
  }

  #keep(): void {
    try {
      this.#options.keeping?.setItem(this.#options.key, JSON.stringify(this.#waiting));
    } catch {
      // A full or forbidden storage: the entries still wait in memory.
    }
  }

  #kept(): Entry[] {
    try {
      const kept: unknown = JSON.parse(this.#options.keeping?.getItem(this.#options.key) ?? '[]');
      return Array.isArray(kept) ? (kept as Entry[]) : [];
    } catch {
      return [];
    }
  }
}
