import { exportAppointments } from '#shared/contract/appointments.ts';
import type { ErrorBody } from '#shared/errors.ts';
import { ApiError, addressOf } from '#web/api/client.ts';
import { currentLang, t } from '#web/i18n.ts';
import type { ListQuery } from './use-appointment-list.ts';

export type ExportFormat = 'csv' | 'xlsx';
export interface ExportedFile {
  readonly name: string;
  readonly blob: Blob;
}

async function refused(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  return new ApiError(response.status, body?.code ?? 'internal', body?.message ?? t('admin.export.failed'));
}

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
export async function fetchExport(
  format: ExportFormat,
  filters: ListQuery,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportedFile> {
  const address = addressOf(exportAppointments, { query: { ...filters, format } });
  const response = await fetch(address, {
    credentials: 'same-origin',
    headers: { 'accept-language': currentLang() },
    signal,
  });
  if (!response.ok || !response.body) throw await refused(response);
  const reader = response.body.getReader();
  const parts: BlobPart[] = [];
  const count = format === 'csv' ? csvCounter() : () => null;
  const told = Number(response.headers.get('x-total-count'));
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as Uint8Array<ArrayBuffer>);
    bytes += value.byteLength;
    onProgress({ kilobytes: Math.ceil(bytes / 1024), rows: count(value), total: told > 0 ? told : null });
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  return { name: named ?? `${t('admin.export.fileName')}.${format}`, blob: new Blob(parts, { type }) };
}

/** Hands a file to the browser's downloads. */
export function download({ name, blob }: ExportedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
