/**
 * Reads the first items of a stream before its answer begins: what fails by then is still told by a status.
 */
export async function readAhead<T>(source: AsyncGenerator<T>, ahead = 1): Promise<AsyncGenerator<T>> {
  const first: T[] = [];
  while (first.length < ahead) {
    const next = await source.next();
    if (next.done) break;
    first.push(next.value);
  }
  return (async function* () {
    yield* first;
    yield* source;
  })();
}
