import type { BodyInput } from '#shared/contract/endpoint.ts';
import { changeUser, type User } from '#shared/contract/users.ts';
import { change } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { setSessionUser } from '#web/api/session.ts';

type OwnChange = Omit<BodyInput<typeof changeUser>, 'version'>;

/** One's own account as it is now, where somebody else saved it first; null for any other refusal. */
export const savedFirst = (error: unknown): User | null =>
  error instanceof ApiError && error.code === 'stale' ? (error.current as User) : null;

/** Whether the same field of both is another. */
const differs = (name: string, seen: object, now: object): boolean => {
  const [before, after] = [seen, now].map((user) => (user as Record<string, unknown>)[name]);
  return JSON.stringify(before) !== JSON.stringify(after);
};

/**
 * Changes one's own account as it was `seen`. Where somebody else saved first, but none of these fields, it is saved
 * on top of that.
 *
 * @throws ApiError `stale` if somebody else changed one of these fields; the session then shows what is saved now
 */
export async function changeOwn(seen: User, body: OwnChange): Promise<User> {
  const params = { id: seen.id };
  const send = ({ version }: User) => change(changeUser, { params, body: { ...body, version } });
  const saved = await send(seen).catch((error: unknown) => {
    const current = savedFirst(error);
    if (current) setSessionUser(current);
    if (!current || Object.keys(body).some((name) => differs(name, seen, current))) throw error;
    return send(current);
  });
  setSessionUser(saved);
  return saved;
}
