/** Answers kept until the subject they come from changes, here or in another process. */
export class Cache {
  readonly #kept = new Map<string, Map<string, Promise<unknown>>>();
  readonly #generations = new Map<string, number>();

  /** The kept answer, or what `load` gives; a failed load is not kept. */
  get<T>(subject: string, key: string, load: () => PromiseLike<T>): Promise<T> {
    let answers = this.#kept.get(subject);
    if (!answers) {
      answers = new Map();
      this.#kept.set(subject, answers);
    }
    const kept = answers.get(key) as Promise<T> | undefined;
    if (kept) return kept;
    // A query of the builder runs anew each time it is awaited: what is kept is its one answer.
    const loading = Promise.resolve(load());
    answers.set(key, loading);
    const inAnswers = answers;
    loading.catch(() => {
      if (inAnswers.get(key) === loading) inAnswers.delete(key);
    });
    return loading;
  }

  drop(subject: string): void {
    this.#kept.delete(subject);
    this.#generations.set(subject, (this.#generations.get(subject) ?? 0) + 1);
  }

  /** Changes whenever one of the subjects was dropped: a key for what is made from several of them. */
  generation(subjects: readonly string[]): string {
    return subjects.map((subject) => this.#generations.get(subject) ?? 0).join('.');
  }

  dropAll(): void {
    for (const subject of this.#kept.keys()) this.drop(subject);
  }
}
