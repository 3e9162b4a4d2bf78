import { costOf, type Figure } from './figures.ts';

const [width, height] = [960, 560];
const plot = { left: 70, right: 640, top: 40, bottom: 500 };
const colours = ['#7a3e65', '#b4552d', '#2f6b5e', '#3a5a9a', '#8a6d1f', '#a03050', '#4d7a28', '#5b4b8a'];

const x = (rows: number): number => plot.left + ((Math.log10(rows) - 3) / 3) * (plot.right - plot.left);
const y = (ms: number): number =>
  plot.bottom - ((Math.log10(Math.min(100, Math.max(0.01, ms))) + 2) / 4) * (plot.bottom - plot.top);

const text = (at: [number, number], words: string, more = ''): string =>
  `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`;

/** How the cost of each path grows with the clinic, on PostgreSQL: both axes count in powers of ten. */
export function growth(figures: readonly Figure[]): string {
  const measured = figures.filter(({ engine }) => engine === 'PostgreSQL');
  const names = [...new Set(measured.map(({ name }) => name))];
  const lines = names.map((name, i) => {
    const points = measured
      .filter((one) => one.name === name)
      .map((one) => [x(one.rows), y(costOf(one))] as const);
    const path = points.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ');
    const dots = points.map(
      ([left, top]) => `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="3"/>`,
    );
    const colour = colours[i % colours.length] ?? '';
    const dash = i < colours.length ? '' : ' stroke-dasharray="6 4"';
    const entry = plot.top + i * 25;
    const stroke = `stroke-width="2"${dash}`;
    return `<g stroke="${colour}" fill="${colour}">
<polyline points="${path}" fill="none" ${stroke}/>${dots.join('')}
<line x1="665" x2="690" y1="${entry}" y2="${entry}" ${stroke}/>
${text([698, entry + 4], name, 'stroke="none"')}</g>`;
  });
  const across = [0.01, 0.1, 1, 10, 100].map(
    (ms) => `<line x1="${plot.left}" x2="${plot.right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/>
${text([plot.left - 8, y(ms) + 4], `${ms} ms`, 'text-anchor="end"')}`,
  );
  const along = [1000, 10_000, 100_000, 1_000_000].map((rows) =>
    text([x(rows), plot.bottom + 22], rows.toLocaleString('en'), 'text-anchor="middle"'),
  );
  const box = `viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} font-family="sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#fff"/>
${text([plot.left, 22], 'Processor time a request, server and PostgreSQL together', 'font-weight="bold"')}
${[...across, ...along].join('\n')}
${text([(plot.left + plot.right) / 2, plot.bottom + 46], 'appointments in the database', 'text-anchor="middle"')}
${lines.join('\n')}
</svg>
`;
}
