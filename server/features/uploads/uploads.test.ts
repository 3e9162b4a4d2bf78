import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSignedInUser, type SignedIn } from '#server/testing/signed-in.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let t: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  await t.reset();
  admin = await createSignedInUser(t, { role: 'admin' });
});
afterAll(() => t.close());

const upload = (payload: Buffer, type: string, cookie: string | undefined = admin.cookie) =>
  t.app.inject({
    method: 'POST',
    url: '/api/uploads',
    payload,
    headers: { 'content-type': type, ...(cookie ? { cookie } : {}) },
  });
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b5476a' } });

test('a photo is rotated, resized and stored without location and date', async () => {
  const photo = await plain(2400, 1200)
    .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '30/1 3/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const answer = await upload(photo, 'image/jpeg');
  expect(answer.statusCode).toBe(201);
  const { url, width, height } = answer.json();
  expect([width, height]).toEqual([800, 1600]);
  const seen = await t.app.inject({ method: 'GET', url });
  expect(seen.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const kept = await sharp(seen.rawPayload).metadata();
  expect(kept).toMatchObject({ format: 'webp', width: 800, height: 1600 });
  expect(kept.exif).toBeUndefined();
  expect(
    (await t.app.inject({ method: 'GET', url, headers: { 'if-none-match': String(seen.headers.etag) } }))
      .statusCode,
  ).toBe(304);
  expect((await upload(photo, 'image/jpeg')).json().url).toBe(url);
});

test('a file that is no picture, or of another format than stated, is rejected', async () => {
  const png = await plain(20, 20).png().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await upload(svg, 'image/png')).json()).toMatchObject({ code: 'bad_image' });
  expect((await upload(svg, 'image/svg+xml')).statusCode).toBe(415);
  expect((await upload(png.subarray(0, 40), 'image/png')).statusCode).toBe(422);
  expect((await upload(Buffer.concat([Buffer.from('GIF89a'), png]), 'image/webp')).statusCode).toBe(422);
  expect((await upload(Buffer.alloc(9 * 1024 * 1024, 1), 'image/png')).statusCode).toBe(413);
  expect((await t.call('POST', '/api/uploads', { body: {}, cookie: admin.cookie })).statusCode).toBe(415);
});

test('a small file with a huge picture is rejected', async () => {
  const bomb = await plain(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  expect((await upload(bomb, 'image/png')).statusCode).toBe(422);
});

test('only admins upload pictures, everybody sees them, and an unknown address is not found', async () => {
  const png = await plain(20, 20).png().toBuffer();
  expect((await upload(png, 'image/png', '')).statusCode).toBe(401);
  const doctor = await createSignedInUser(t, { role: 'doctor' });
  expect((await upload(png, 'image/png', doctor.cookie)).statusCode).toBe(403);
  for (const file of [`${'0'.repeat(64)}.webp`, '..%2f..%2fetc%2fpasswd', 'x.webp', `${'0'.repeat(64)}.png`])
    expect((await t.call('GET', `/uploads/${file}`)).statusCode, file).toBe(404);
});
