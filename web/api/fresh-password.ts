import { randomPassword } from '#shared/domain/people/password-rules.ts';

const values = 2 ** 32;

/** A whole number below a limit, each as likely as the other. */
function randomBelow(below: number): number {
  const box = new Uint32Array(1);
  const fair = values - (values % below);
  do crypto.getRandomValues(box);
  while ((box[0] ?? 0) >= fair);
  return (box[0] ?? 0) % below;
}

/** A password to hand over, made on this device. */
export const freshPassword = (): string => randomPassword(randomBelow);
