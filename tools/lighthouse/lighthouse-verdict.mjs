// What the measured home page is held against. Node built-ins only.
const promised = { score: 100, bytes: 100_000, requests: 10 };

/** The middle of some numbers; the lower of two. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** One line for everything about a page that is not as promised. */
export function complaintsOf({ path, bytes, requests, scores, findings }) {
  const low = Object.entries(scores).filter(([, score]) => !(score >= promised.score));
  return [
    ...low.map(([name, score]) => `${path}: ${name} is ${score}, promised is ${promised.score}`),
    ...(low.length > 0 ? findings.map((finding) => `${path}: ${finding}`) : []),
    ...(bytes <= promised.bytes
      ? []
      : [`${path}: ${bytes} bytes before the splash ends, promised are ${promised.bytes}`]),
    ...(requests <= promised.requests
      ? []
      : [`${path}: ${requests} requests before the splash ends, promised are ${promised.requests}`]),
  ];
}

/** The measured pages as a table for people. */
export function table(pages) {
  const head = [
    'page',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'largest paint',
    'before the splash ends',
    'runs',
  ];
  const rows = pages.map(({ path, scores, largestPaintMs, bytes, requests, runs }) => [
    path,
    ...Object.values(scores).map(String),
    `${(largestPaintMs / 1000).toFixed(2)} s`,
    `${(bytes / 1000).toFixed(1)} kB in ${requests} requests`,
    String(runs),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
