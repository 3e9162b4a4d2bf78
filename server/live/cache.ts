/** Answers kept until the subject they come from changes, here or in another process. */
export class Cache {
  readonly #kept = new Map<string, Map<string, Promise<unknown>>>();

  /** The kept answer, or what `load` gives; a failed load is not kept. */
  get<T>(subject: string, key: string, load: () => Promise<T>): Promise<T> {
    let answers = this.#kept.get(subject);
    if (!answers) {
      answers = new Map();
      this.#kept.set(subject, answers);
    }
    const kept = answers.get(key) as Promise<T> | undefined;
    if (kept) return kept;
    const loading = load();
    answers.set(key, loading);
    const inAnswers = answers;
    loading.catch(() => {
      if (inAnswers.get(key) === loading) inAnswers.delete(key);
    });
    return loading;
  }

  drop(subject: string): void {
    this.#kept.delete(subject);
  }

  dropAll(): void {
    this.#kept.clear();
  }
}
