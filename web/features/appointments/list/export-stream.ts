import { exportAppointments } from '#shared/contract/appointments.ts';
import { fetchFile } from '#web/api/files/download.ts';
import type { ListQuery } from './use-appointment-list.ts';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportProgress {
  readonly kilobytes: number;
  /** Appointments exported so far and in total; null if the file or the server does not allow counting. */
  readonly rows: number | null;
  readonly total: number | null;
}

const quote = 0x22;
const newline = 0x0a;

/** Counts the records of a CSV as its bytes arrive; a line break between quotes belongs to a note. */
export function createCsvCounter(): (bytes: Uint8Array) => number {
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
 * Downloads the filtered appointments as a file and reports progress; `signal` cancels it, also on the
 * server.
 */
export function fetchExport(
  format: ExportFormat,
  filters: ListQuery,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
) {
  const count = format === 'csv' ? createCsvCounter() : () => null;
  let bytes = 0;
  return fetchFile(exportAppointments, { query: { ...filters, format }, signal }, (piece, { headers }) => {
    const told = Number(headers.get('x-total-count'));
    bytes += piece.byteLength;
    onProgress({ kilobytes: Math.ceil(bytes / 1024), rows: count(piece), total: told > 0 ? told : null });
  });
}
