import { exportAppointments } from '#shared/contract/appointments.ts';
import { fetchFile } from '#web/api/files/download.ts';
import type { ListQuery } from './use-appointment-list.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportProgress {
  readonly kilobytes: number;
  /** Appointments so far and in all, where the file and the server let them be counted. */
  readonly rows: number | null;
  readonly total: number | null;
}

const quote = 0x22;
const newline = 0x0a;

/** Counts the records of a CSV as its bytes come; a line break between quotes is part of a note. */
export function csvCounter(): (bytes: Uint8Array) => number {
  let quoted = false;
  let lines = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) quoted = !quoted;
      else if (byte === newline && !quoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}

/**
 * Fetches what the filters show as a file, telling how far it has come; `signal` ends it, on the server too.
 */
export function fetchExport(
  format: ExportFormat,
  filters: ListQuery,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
) {
  const count = format === 'csv' ? csvCounter() : () => null;
  let bytes = 0;
  return fetchFile(exportAppointments, { query: { ...filters, format }, signal }, (piece, { headers }) => {
    const told = Number(headers.get('x-total-count'));
    bytes += piece.byteLength;
    onProgress({ kilobytes: Math.ceil(bytes / 1024), rows: count(piece), total: told > 0 ? told : null });
  });
}
