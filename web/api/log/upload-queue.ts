/** Storage of a queue: localStorage, or null if the browser does not allow it. */
export interface QueueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface UploadQueueOptions<Entry> {
  key: string;
  keeping: QueueStorage | null;
  /** Sends a batch. Resolves to false if the server refused it; rejects if no answer arrived. */
  send(batch: readonly Entry[]): Promise<boolean>;
  /** Milliseconds to wait after the newest entry before an upload; 0 by default. */
  gather?: number;
  /** Entries in one upload. */
  batch: number;
  /** Maximum number of entries kept; the oldest are dropped. */
  most: number;
  /** Milliseconds until the next batch (`pause`) and until a retry after a failure (`retry`). */
  pause: number;
  retry: number;
  /** After a refusal: wait for the next entry (`stop`) or try again (`retry`). */
  onRefusal: 'stop' | 'retry';
}

/** A queue of entries for the server: sent in order, stored in the browser until they are sent. */
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

  /** Sends now, for example because the connection is back. */
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

  /** Puts a failed batch back at the front; drops the oldest entries that no longer fit. */
  #putBack(sent: readonly Entry[]): void {
    this.#waiting = [...sent, ...this.#waiting].slice(-this.#options.most);
  }

  #keep(): void {
    try {
      this.#options.keeping?.setItem(this.#options.key, JSON.stringify(this.#waiting));
    } catch {
      // Storage is full or not allowed: the entries stay in memory.
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
