import { createUpload } from '#shared/contract/uploads.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { sendChange, useMultiStepChange } from '../changes.ts';
import { ApiError, type CallInput, getErrorMessage } from '../client.ts';

const maxImageMegabytes = 8;

/**
 * Uploads an image and returns its URL. Wrong types and files that are too large are rejected before sending.
 */
async function uploadImage(file: File): Promise<string> {
  if (!(createUpload.binaryBody as readonly string[]).includes(file.type))
    throw new ApiError(415, 'unsupported_media', t('validation.image'));
  if (file.size > maxImageMegabytes * 1024 * 1024)
    throw new ApiError(
      413,
      'too_large',
      t('validation.imageLarge', { size: formatNumberInLang(maxImageMegabytes) }),
    );
  const { url } = await sendChange(createUpload, { body: file as unknown } as CallInput<typeof createUpload>);
  return url;
}

/** All props of an `ImageInput` except its value; uploads an image as soon as it is chosen. */
export function useImageUpload(onUploaded: (url: string) => void) {
  const { mutate: send, isPending: busy, error } = useMultiStepChange(uploadImage);
  return {
    busy,
    error: error ? getErrorMessage(error, t('error.unknown')) : undefined,
    accept: createUpload.binaryBody,
    help: t('common.upload.hint', { size: formatNumberInLang(maxImageMegabytes) }),
    labels: {
      choose: t('common.upload.choose'),
      replace: t('common.upload.replace'),
      remove: t('common.upload.remove'),
      busy: t('common.action.uploading'),
    },
    onPick: (file: File) => send(file, { onSuccess: onUploaded }),
  };
}
