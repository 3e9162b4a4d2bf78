import type { BodyInput } from '#shared/contract/endpoint.ts';
import { changeUser, type User } from '#shared/contract/users.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { setSessionUser } from '#web/api/session.ts';

type OwnChange = Omit<BodyInput<typeof changeUser>, 'version'>;

/** The user's own account as saved now, if the error is `stale`; null for any other error. */
export const getConflictingUser = (error: unknown): User | null =>
  error instanceof ApiError && error.code === 'stale' ? (error.current as User) : null;

/** Whether a field differs between two versions of an account. */
const isFieldChanged = (name: string, seen: object, now: object): boolean => {
  const [before, after] = [seen, now].map((user) => (user as Record<string, unknown>)[name]);
  return JSON.stringify(before) !== JSON.stringify(after);
};

/**
 * Changes the user's own account, based on the version `seen`. If another user saved other fields since,
 * saves on top of that version.
 *
 * @throws ApiError `stale` if another user changed one of these fields; the session then shows the saved
 * account
 */
export async function saveOwnAccount(seen: User, body: OwnChange): Promise<User> {
  const params = { id: seen.id };
  const send = ({ version }: User) => sendChange(changeUser, { params, body: { ...body, version } });
  const saved = await send(seen).catch((error: unknown) => {
    const current = getConflictingUser(error);
    if (current) setSessionUser(current);
    if (!current || Object.keys(body).some((name) => isFieldChanged(name, seen, current))) throw error;
    return send(current);
  });
  setSessionUser(saved);
  return saved;
}
