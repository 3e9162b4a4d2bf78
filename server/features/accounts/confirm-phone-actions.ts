import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Actor } from '#server/engine/events/queries.ts';
import { spendToken } from '#server/engine/secrets/queries.ts';
import { Refusal } from '#shared/errors.ts';
import { applyConfirmation, type CodeRequester, checkCode } from './code-actions.ts';

const minutes = 60;
const hour = 60 * minutes;
export const codeRequestLimit = {
  name: 'code',
  network: { points: 40, seconds: hour },
  subject: { points: 6, seconds: hour },
};
/**
 * Messages cost money and wake people, so each phone and each e-mail has a limit for all callers; guesses are
 * limited per caller.
 */
export const codeSendLimit = { name: 'code-sent', overall: { points: 5, seconds: hour } };
export const codeGuessLimit = {
  name: 'code-guess',
  network: { points: 100, seconds: 15 * minutes },
  subject: { points: 20, seconds: 15 * minutes },
};

/** Confirms the number of a person who read out the code sent there: `save` stores it. */
export async function confirmPhoneByCode(
  deps: Deps,
  actor: Actor,
  asker: CodeRequester,
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
  await applyConfirmation(deps, actor, userId, spend, new Refusal('wrong_code'));
}
