import type { ReadEndpoint } from '#shared/contract/endpoint.ts';
import { currentLang } from '#web/i18n.ts';
import { sendWithProof } from '../changes.ts';
import { buildEndpointUrl, type LooseInput, readApiError, sendWithTokenRenewal } from '../client.ts';

interface FetchedFile {
  readonly name: string;
  readonly blob: Blob;
}

/**
 * Downloads the file of an endpoint, after a new identity check if the server requires one. Calls `onPiece`
 * for each chunk. The signal of the input aborts the download, on the server too.
 */
export async function fetchFile(
  spec: ReadEndpoint,
  input: LooseInput,
  onPiece: (bytes: Uint8Array, response: Response) => void = () => undefined,
): Promise<FetchedFile> {
  const response = await sendWithProof(async () => {
    const answer = await sendWithTokenRenewal(() =>
      fetch(buildEndpointUrl(spec, input), {
        credentials: 'same-origin',
        headers: { 'accept-language': currentLang() },
        ...(input.signal ? { signal: input.signal } : {}),
      }),
    );
    if (!answer.ok) throw await readApiError(answer);
    return answer;
  });
  const reader = response.body?.getReader();
  const parts: BlobPart[] = [];
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    parts.push(piece.value as Uint8Array<ArrayBuffer>);
    onPiece(piece.value, response);
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  return { name: named ?? '', blob: new Blob(parts, { type }) };
}

/** Saves the file through the browser's downloads. */
export function saveFile({ name, blob }: FetchedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
