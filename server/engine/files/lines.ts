/** The lines of a text. (Node's own reader also ends them at U+2028, which may stand in a text.) */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    for (const next of others) {
      yield parts.join('');
      parts = [next];
    }
  }
  const last = parts.join('');
  if (last) yield last;
}
