/**
 * Reads from the demo clinic, as its admin, messages that would have been sent, and errors that browsers
 * reported.
 */
export async function clinicAt(origin: string) {
  const headers = { origin, 'content-type': 'application/json' };
  const signIn = async (username: string) => {
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username, password: 'demo-clinic' }),
    });
    if (!answer.ok) throw new Error(`signing in as ${username}: ${answer.status}`);
    return answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  };
  const cookie = (await signIn('admin')).join('; ');
  const read = async <T>(path: string) =>
    (await (await fetch(`${origin}${path}`, { headers: { cookie } })).json()) as T;
  return {
    origin,
    signIn,
    /** The newest code sent to a phone number. */
    codeFor: async (phone: string): Promise<string> => {
      const messages = await read<{ address: string; template: string; body: string }[]>(
        '/api/logs/messages?limit=50',
      );
      const sent = messages.find(({ address, template }) => address === phone && template === 'code');
      const [code] = /\d{6}/.exec(sent?.body ?? '') ?? [];
      if (!code) throw new Error(`no code was sent to ${phone}`);
      return code;
    },
    /** Exceptions and blocked files that browsers reported. */
    errors: async (): Promise<string[]> =>
      (await read<{ message: string; count: number }[]>('/api/logs/errors?limit=50')).map(
        ({ message, count }) => `${message} (${count} ×)`,
      ),
  };
}
export type Clinic = Awaited<ReturnType<typeof clinicAt>>;
