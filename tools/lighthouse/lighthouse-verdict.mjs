// What the measured pages are held against. Node built-ins only.

/** The middle of some numbers; the lower of two. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** One line for everything about a page that is not as promised. */
export function complaintsOf({ path, promised, bytes, requests, scores, findings }) {
  const low = Object.entries(promised.scores).filter(([name, score]) => !(scores[name] >= score));
  return [
    ...low.map(([name, score]) => `${path}: ${name} is ${scores[name]}, promised is ${score}`),
    ...(low.length > 0 ? findings.map((finding) => `${path}: ${finding}`) : []),
    ...(bytes <= promised.bytes
      ? []
      : [`${path}: ${bytes} bytes in the first 4.7 s, promised are ${promised.bytes}`]),
    ...(requests <= promised.requests
      ? []
      : [`${path}: ${requests} requests in the first 4.7 s, promised are ${promised.requests}`]),
  ];
}

/**
 * The measured pages as a table for people. How fast the machine was as it measured is Lighthouse's own
 * figure (BenchmarkIndex): its main thread is taken for four times slower than that.
 */
export function table(pages) {
  const head = [
    'page',
    'signed in',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'largest paint',
    'blocked',
    'machine',
    'in the first 4.7 s',
    'runs',
  ];
  const rows = pages.map(
    ({ path, who, scores, largestPaintMs, blockedMs, benchmark, bytes, requests, runs }) => [
      path,
      who || '–',
      ...Object.values(scores).map(String),
      `${(largestPaintMs / 1000).toFixed(2)} s`,
      `${blockedMs} ms`,
      String(benchmark),
      `${(bytes / 1000).toFixed(1)} kB in ${requests} requests`,
      String(runs),
    ],
  );
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
