import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Actor } from '#server/engine/events/queries.ts';
import { spendToken } from '#server/engine/secrets/queries.ts';
import { Refusal } from '#shared/errors.ts';
import { type Asker, checkCode, confirm } from './code-actions.ts';

const minutes = 60;
const hour = 60 * minutes;
export const codeRequests = {
  name: 'code',
  network: { points: 40, seconds: hour },
  subject: { points: 6, seconds: hour },
};
/**
 * Sending costs money and wakes people, so a phone has a limit of its own, whoever asks, as an e-mail has;
 * guesses are counted by asker only.
 */
export const codesSent = { name: 'code-sent', overall: { points: 5, seconds: hour } };
export const codeGuesses = {
  name: 'code-guess',
  network: { points: 100, seconds: 15 * minutes },
  subject: { points: 20, seconds: 15 * minutes },
};

/** The number of somebody else, who read out the code that went there: `save` makes it hers. */
export async function confirmNumberOf(
  deps: Deps,
  actor: Actor,
  asker: Asker,
  { userId, phone, otp }: { userId: number; phone: string; otp: string },
  save: (tx: Db) => Promise<void>,
): Promise<void> {
  const { id: codeId } = await checkCode(
    deps,
    asker,
    { purpose: 'confirm-phone', address: phone, userId },
    otp,
  );
  const spend = async (tx: Db) => {
    if (!(await spendToken(tx, codeId, deps.now()))) return false;
    await save(tx);
    return true;
  };
  await confirm(deps, actor, userId, spend, new Refusal('wrong_code'));
}
