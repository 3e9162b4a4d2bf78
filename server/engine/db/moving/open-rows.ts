import { cellsOf, exactCell, exactValue } from '#shared/domain/csv.ts';
import type { TableShape } from '../table-shapes.ts';
import { isText } from './manifest.ts';

/* How a row of the database stands in an open file. A row is its values as the database spells them. */

type Columns = TableShape['columns'];
export type Values = readonly (string | null)[];

export const valuesOf = (line: string): Values => JSON.parse(line) as Values;
/** The very spelling of `json_build_array`. */
export const lineOf = (values: Values): string =>
  `[${values.map((value) => (value === null ? 'null' : JSON.stringify(value))).join(', ')}]`;

export const csvHeading = (columns: Columns): string =>
  `${columns.map(([name]) => exactCell(name, true)).join(',')}\r\n`;

export const csvRecord = (columns: Columns, values: Values): string =>
  `${values.map((value, at) => exactCell(value, isText(columns[at]?.[1] ?? ''))).join(',')}\r\n`;

/** Nothing if the record has not as many cells as there are columns. */
export function recordValues(columns: Columns, record: string): Values | undefined {
  const cells = cellsOf(record);
  if (cells.length !== columns.length) return undefined;
  return cells.map((cell, at) => exactValue(cell, isText(columns[at]?.[1] ?? '')));
}

/** Stands in JSON as the database spells it. */
const isBare = (type: string): boolean => /^(integer|bigint|smallint|boolean|jsonb?)$/.test(type);

/** A row as an object of JSON; what it lacks is left out. */
export function jsonLine(columns: Columns, values: Values): string {
  const fields = columns.flatMap(([name, type], at) => {
    const value = values[at] ?? null;
    return value === null ? [] : `${JSON.stringify(name)}:${isBare(type) ? value : JSON.stringify(value)}`;
  });
  return `{${fields.join(',')}}\n`;
}

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);
const comma = 0x2c;

/**
 * The fields of an object as they are spelled: what the database wrote is handed back to it as it stands, so
 * that no number passes through one of ours.
 */
function spelledFields(line: string): Map<string, string> {
  const fields = new Map<string, string>();
  let from = 1;
  let depth = 0;
  let quoted = false;
  const keep = (to: number): void => {
    const [, name, value] = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*([\s\S]*\S)\s*$/.exec(line.slice(from, to)) ?? [];
    if (name !== undefined && value !== undefined) fields.set(JSON.parse(name) as string, value);
    from = to + 1;
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line.charCodeAt(at);
    if (quoted) {
      if (sign === backslash) at++;
      else if (sign === quote) quoted = false;
    } else if (sign === quote) quoted = true;
    else if (opening.has(sign)) depth++;
    else if (closing.has(sign) && --depth === 0) keep(at);
    else if (sign === comma && depth === 1) keep(at);
  }
  return fields;
}

export function jsonValues(columns: Columns, line: string): Values {
  const fields = spelledFields(line);
  return columns.map(([name, type]) => {
    const spelled = fields.get(name);
    if (spelled === undefined) return null;
    return isBare(type) ? spelled : (JSON.parse(spelled) as string);
  });
}
