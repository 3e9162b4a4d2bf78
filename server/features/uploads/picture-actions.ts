import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { Refusal } from '#shared/errors.ts';

const longestSide = 1600;
const maxPixels = 50_000_000;
const maxBytes = 1_048_576;
const qualities = [82, 70, 55, 40, 25];

const pictureSignatures: readonly { type: string; fits: (bytes: Buffer) => boolean }[] = [
  {
    type: 'image/png',
    fits: (bytes) =>
      bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  { type: 'image/jpeg', fits: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff },
  {
    type: 'image/webp',
    fits: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
];

export interface Picture {
  readonly id: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Decodes an uploaded file of a supported picture format and drops everything else in it. */
async function decodePicture(bytes: Buffer): Promise<Sharp> {
  // Loaded with the first picture, because the library takes 15 MB and most processes need none.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const options = {
    limitInputPixels: maxPixels,
    failOn: 'error',
    animated: false,
    sequentialRead: true,
  } as const;
  return sharp(bytes, options).timeout({ seconds: 15 });
}

async function encode(source: Sharp): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  for (const quality of qualities) {
    const made = await source.clone().webp({ quality, effort: 4 }).toBuffer({ resolveWithObject: true });
    if (made.data.length <= maxBytes) return made;
  }
  throw new Refusal('too_large');
}

/**
 * Converts an upload to what is stored: upright, at most 1600 px, WebP of at most 1 MB, without location,
 * date or camera data.
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const kind = pictureSignatures.find(({ fits }) => fits(bytes));
  if (!kind) throw new Refusal('bad_image');
  try {
    const { format, width, height } = await (await decodePicture(bytes)).metadata();
    if (`image/${format}` !== kind.type || width * height > maxPixels) throw new Refusal('bad_image');
    const upright = (await decodePicture(bytes))
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await encode(upright);
    return {
      id: createHash('sha256').update(data).digest('hex'),
      bytes: data,
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('bad_image');
  }
}
