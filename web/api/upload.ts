import { createUpload } from '#shared/contract/uploads.ts';
import { number, t } from '#web/i18n.ts';
import { ApiError, type CallInput, call } from './client.ts';

export const mostMegabytes = 8;
export const imageKinds: readonly string[] = createUpload.binaryBody;

/** Sends a picture; gives its address. What cannot be a picture of ours is refused before it is sent. */
export async function uploadImage(file: File): Promise<string> {
  if (!imageKinds.includes(file.type)) throw new ApiError(415, 'unsupported_media', t('validation.image'));
  if (file.size > mostMegabytes * 1024 * 1024)
    throw new ApiError(413, 'too_large', t('validation.imageLarge', { size: number(mostMegabytes) }));
  const { url } = await call(createUpload, { body: file as unknown } as CallInput<typeof createUpload>);
  return url;
}
