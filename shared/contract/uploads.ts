import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const uploadSchema = z.object({ url: z.string(), width: z.int(), height: z.int() });
export const createUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  changes: ['uploads'],
  access: ['admin'],
  summary:
    'Uploads a picture. It is checked, resized, stripped of metadata, and stored at a permanent address',
  binaryBody: ['image/png', 'image/jpeg', 'image/webp'],
  reply: uploadSchema,
  status: 201,
  errors: ['bad_image', 'harmful_file', 'too_large', 'unsupported_media'],
});
