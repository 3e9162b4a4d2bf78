import type { MonthAvailability } from '#shared/contract/schedules.ts';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';

/**
 * The demo clinic, used as its admin: reads messages that would have been sent and errors that browsers reported,
 * and books all the free time of a day.
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
    /** Leaves a branch no free time on a day of the next two weeks and returns the day. */
    fillDay: async (branch: number): Promise<string> => {
      const write = async <T>(method: 'POST' | 'PUT', path: string, body: object) => {
        const answer = await fetch(`${origin}${path}`, {
          method,
          headers: { ...headers, cookie },
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as T;
      };
      const { date: today } = dayClock(new Date());
      const weeks = `from=${addDays(today, 2)}&to=${addDays(today, 14)}`;
      const free = await read<MonthAvailability>(`/api/locations/${branch}/availability?${weeks}`);
      const day = free.days.find((one) => one.free > 4)?.date;
      if (!day) throw new Error(`branch ${branch} has no free day`);
      const exceptions = `/api/locations/${branch}/exceptions`;
      const single = { date: day, isClosed: false, startTime: '15:00', endTime: '15:20' };
      await write('PUT', exceptions, [...(await read<object[]>(exceptions)), single]);
      const patient = await write<{ id: number }>('POST', '/api/patients', { name: 'Mona Samir' });
      await write('POST', '/api/appointments', {
        userId: patient.id,
        locationId: branch,
        service: '1',
        appointmentDate: day,
        appointmentTime: '15:00',
      });
      return day;
    },
    /** Exceptions and blocked files that browsers reported. */
    errors: async (): Promise<string[]> =>
      (await read<{ message: string; count: number }[]>('/api/logs/errors?limit=50')).map(
        ({ message, count }) => `${message} (${count} ×)`,
      ),
  };
}
export type Clinic = Awaited<ReturnType<typeof clinicAt>>;
