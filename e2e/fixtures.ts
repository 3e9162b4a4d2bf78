import { randomBytes } from 'node:crypto';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { SentMessage } from '#shared/contract/logs.ts';
import type { StaffMember } from '#shared/contract/staff.ts';
import { type Lang, localPath } from '#shared/domain/languages.ts';
import type { MessageChannel } from '#shared/domain/message-kinds.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import { findAxeViolations } from './axe-violations.ts';
import { everyDay, type NewBranch, newBranch, type OpenHours } from './branches.ts';
import { atClinicTime, daysAhead } from './clock.ts';
import { waitForAllServers } from './servers.ts';
import { freeDays, freeTimes } from './visits.ts';
import { say } from './words.ts';

/** Options of a project (language × size × theme). */
export interface ProjectOptions {
  lang: Lang;
}

/** Password of all demo accounts. */
const demoPassword = 'demo-clinic';

/** A patient created for one test. */
export interface NewPatient {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly email: string;
}

interface DeskPatient {
  readonly id: number;
  /** Empty for a patient with a phone. */
  readonly email: string;
}

type NewStaff = Omit<NewPatient, 'email'>;

interface Fixtures {
  /** The API as an admin, in a session separate from the page's. */
  asAdmin: APIRequestContext;
  /** Registers a patient for this test through the API. */
  newPatient: () => Promise<NewPatient>;
  /** Creates a patient as the desk does. Without a phone, an e-mail address is added. */
  newPatientOfDesk: (person?: {
    name?: string;
    phone?: string;
    channels?: MessageChannel[];
  }) => Promise<DeskPatient>;
  /** Creates a staff member for this test who has already set her password. */
  newStaff: (role: 'receptionist' | 'doctor' | 'admin', locationIds?: number[]) => Promise<NewStaff>;
  /** Creates a branch that is booked by doctor, and its only doctor, who is on duty every day. */
  newDoctorsBranch: (name: string) => Promise<{ branch: Location; doctor: NewStaff }>;
  /**
   * Books an appointment at a free time some days ahead; confirmed, because an admin books it unless `as` is
   * given.
   */
  bookVisit: (patientId: number, branch?: number, as?: APIRequestContext) => Promise<Appointment>;
  /** Books an overbooked appointment for today, whose outcome can be set. */
  visitToday: (patientId: number, branch?: number) => Promise<Appointment>;
  /**
   * Creates a branch, patients with these names who have an appointment there today, and a receptionist who
   * is signed in on the page. `visits` has the appointments in the order of the names.
   */
  openDesk: (
    branch: NewBranch,
    names: readonly string[],
    hours?: OpenHours,
  ) => Promise<{ branch: Location; visits: Appointment[] }>;
  /** Text of the newest stored message to an address or phone. */
  keptMessage: (address: string, template: string) => Promise<string>;
  /** A text in the project's language. */
  words: (key: MessageKey, params?: MessageParams) => string;
  /** Address of a public page in the project's language. */
  at: (path: string) => string;
  /**
   * Signs in through the API, for tests that are not about signing in. Without a password: a demo account, in
   * a session shared by all tests of the worker. A test that ends the session must give the password.
   */
  login: (page: Page, username: string, password?: string) => Promise<void>;
  /** Fails on any violation that axe finds on the current page. */
  axe: (page: Page) => Promise<void>;
  /** The test loses replies on purpose: ignore the browser's errors about that. */
  losesAnswers: boolean;
  /** Origin of another site that the test navigates to on purpose. */
  leavesFor: string;
  /** The test installs the browser's clock itself, at `now()` of `clock.ts`. */
  ownClock: boolean;
  /** Prepares a browser context for the clinic. The test fails if a page of the context has a fault. */
  watch: (context: BrowserContext) => Promise<void>;
  guard: undefined;
  /** A page of a second user, in her own browser context. */
  other: Page;
}

type Cookies = Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];
/** Sessions of this worker by clinic and user, because checking a password is slow by design. */
const sessions = new Map<string, { cookies: Cookies; since: number }>();
/** Cookies of a stored session whose identity proof is still recent, if any. */
const findFreshCookies = (key: string): Cookies | undefined => {
  const session = sessions.get(key);
  return session && Date.now() - session.since < 10 * 60_000 ? session.cookies : undefined;
};
const storeCookies = (key: string, cookies: Cookies) => sessions.set(key, { cookies, since: Date.now() });

async function signIn(api: APIRequestContext, origin = '', username: string, password = demoPassword) {
  const answer = await api.post('/api/auth/login', { data: { username, password }, headers: { origin } });
  expect(answer.status(), `signing in as ${username}`).toBe(200);
}

/** Refusals of the API are expected, but the browser logs each of them to the console. */
const isApiRefusal = (message: ConsoleMessage) =>
  /Failed to load resource: .* status of 4\d\d/.test(message.text());

/**
 * Collects faults that no test may cause: console errors (including a blocked script or style), exceptions,
 * failed files, requests to other hosts.
 */
function collectComplaints(page: Page, origin: string, leavesFor: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isApiRefusal(message))
      complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    const leaves = url.origin === leavesFor && request.isNavigationRequest();
    if (url.protocol.startsWith('http') && url.origin !== origin && !leaves)
      complaints.push(`foreign request: ${url.origin}`);
  });
  page.on('response', (response: Response) => {
    const isFile = !['fetch', 'xhr', 'document', 'eventsource'].includes(response.request().resourceType());
    if (response.status() >= 500 || (isFile && response.status() >= 400))
      complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

export const test = base.extend<Fixtures & ProjectOptions>({
  lang: ['en', { option: true }],
  losesAnswers: [false, { option: true }],
  leavesFor: ['', { option: true }],
  ownClock: [false, { option: true }],

  words: async ({ lang }, provide) => {
    await provide((key, params) => say(lang, key, params));
  },

  at: async ({ lang }, provide) => {
    await provide((path) => localPath(path, lang));
  },

  login: async ({ baseURL }, provide) => {
    await provide(async (page, username, password) => {
      await openEmptyPage(page);
      const cookies = password === undefined ? findFreshCookies(`${baseURL} ${username}`) : undefined;
      if (cookies) return page.context().addCookies(cookies);
      await signIn(page.request, baseURL, username, password);
      if (password === undefined)
        storeCookies(`${baseURL} ${username}`, (await page.context().storageState()).cookies);
    });
  },

  asAdmin: async ({ playwright, baseURL }, provide) => {
    const key = `${baseURL} admin apart`;
    const cookies = findFreshCookies(key);
    const api = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { origin: baseURL ?? '' },
      storageState: { cookies: cookies ?? [], origins: [] },
    });
    if (!cookies) {
      await signIn(api, baseURL, 'admin');
      storeCookies(key, (await api.storageState()).cookies);
    }
    await provide(api);
    await api.dispose();
  },

  newPatient: async ({ playwright, baseURL, lang }, provide) => {
    await provide(async () => {
      const api = await playwright.request.newContext({
        baseURL,
        extraHTTPHeaders: { origin: baseURL ?? '', 'accept-language': lang },
      });
      const username = `mona-${randomBytes(5).toString('hex')}`;
      const person = { username, password: 'lotus-and-arch-71', email: `${username}@mail.example` };
      expect(
        (await api.post('/api/auth/register', { data: { ...person, name: 'Mona Samir' } })).status(),
        'registering',
      ).toBe(201);
      const signedIn = await api.post('/api/auth/login', { data: person });
      const { user } = (await signedIn.json()) as { user: { id: number } };
      await api.dispose();
      return { ...person, id: user.id };
    });
  },

  newPatientOfDesk: async ({ asAdmin }, provide) => {
    await provide(async (person = {}) => {
      const username = `hanan-${randomBytes(5).toString('hex')}`;
      const email = person.phone ? '' : `${username}@mail.example`;
      const contact = email ? { email } : {};
      const made = await asAdmin.post('/api/patients', {
        data: { name: 'Hanan Lotfy', username, password: 'lotus-and-arch-73', ...contact, ...person },
      });
      expect(made.status(), 'a patient').toBe(201);
      return { id: ((await made.json()) as { id: number }).id, email };
    });
  },

  newStaff: async ({ asAdmin, playwright, baseURL }, provide) => {
    await provide(async (role, locationIds = []) => {
      const username = `${role}-${randomBytes(4).toString('hex')}`;
      const [handedOver, password] = ['handed-over-now', 'lotus-and-arch-72'];
      const person = { name: 'Walaa Adel', username, password: handedOver, role, locationIds };
      const made = await asAdmin.post('/api/staff', { data: person });
      expect(made.status(), `a ${role}`).toBe(201);
      const { user } = (await made.json()) as StaffMember;
      const api = await playwright.request.newContext({
        baseURL,
        extraHTTPHeaders: { origin: baseURL ?? '' },
      });
      await signIn(api, baseURL, username, handedOver);
      const chosen = await api.post('/api/auth/new-secret', { data: { newPassword: password } });
      expect(chosen.ok(), 'choosing her password').toBe(true);
      await api.dispose();
      return { id: user.id, username, password };
    });
  },

  newDoctorsBranch: async ({ asAdmin, newStaff }, provide) => {
    await provide(async (name) => {
      const hours = ['15:00', '19:00'] as const;
      const branch = await newBranch(asAdmin, { name, nameAr: name, bookedBy: 'doctor' }, hours);
      const doctor = await newStaff('doctor', [branch.id]);
      const data = everyDay(...hours).map((day) => ({ ...day, userId: doctor.id }));
      expect((await asAdmin.put(`/api/locations/${branch.id}/duties`, { data })).ok(), 'duties').toBe(true);
      await waitForAllServers();
      return { branch, doctor };
    });
  },

  bookVisit: async ({ asAdmin, baseURL }, provide) => {
    await provide(async (userId, branch = 4, as = asAdmin) => {
      for (const date of await freeDays(as, branch))
        for (const time of await freeTimes(as, branch, date)) {
          const made = await as.post('/api/appointments', {
            data: {
              userId,
              locationId: branch,
              appointmentDate: date,
              appointmentTime: time,
              service: '1',
            },
            headers: { origin: baseURL ?? '' },
          });
          if (made.status() === 201) return (await made.json()) as Appointment;
        }
      throw new Error('no time is free in three weeks');
    });
  },

  visitToday: async ({ asAdmin }, provide) => {
    await provide(async (userId, branch = 4) => {
      const made = await asAdmin.post('/api/appointments', {
        data: {
          userId,
          locationId: branch,
          appointmentDate: daysAhead(0),
          appointmentTime: '20:00:00',
          service: '1',
          overbook: true,
        },
      });
      expect(made.status(), 'a visit of today').toBe(201);
      return (await made.json()) as Appointment;
    });
  },

  openDesk: async ({ page, asAdmin, newPatient, visitToday, newStaff, login }, provide) => {
    await provide(async (made, names, hours) => {
      const branch = await newBranch(asAdmin, made, hours);
      const visits: Appointment[] = [];
      for (const name of names) {
        const { id } = await newPatient();
        await asAdmin.patch(`/api/users/${id}`, { data: { name } });
        visits.push(await visitToday(id, branch.id));
      }
      const { username, password } = await newStaff('receptionist', [branch.id]);
      await login(page, username, password);
      return { branch, visits };
    });
  },

  keptMessage: async ({ asAdmin }, provide) => {
    await provide(async (address, template) => {
      const read = async () => {
        const messages = (await (await asAdmin.get('/api/logs/messages?limit=50')).json()) as SentMessage[];
        return (
          messages.find((message) => message.address === address && message.template === template)?.body ?? ''
        );
      };
      await expect.poll(read, { message: `a message ${template} to ${address}` }).not.toBe('');
      return read();
    });
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs: none
  axe: async ({}, provide) => {
    await provide(async (page) => {
      // Fading elements have the wrong contrast until the animation ends; endless spinners are not waited
      // for.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every(
            (animation) =>
              animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity,
          ),
      );
      // If the page changes during the check, axe reports targets that no longer exist: check once more.
      const first = await findAxeViolations(page);
      const found = first.length === 0 ? first : await findAxeViolations(page);
      // Soft, so that the rest of the test runs too.
      expect.soft(found, `axe on ${page.url()}`).toEqual([]);
    });
  },

  watch: async ({ baseURL, lang, losesAnswers, leavesFor, ownClock }, provide) => {
    const origin = baseURL ?? '';
    const complaints: string[][] = [];
    await provide(async (context) => {
      await context.addCookies([{ name: 'lang', value: lang, url: origin }]);
      // Playwright's fake clock does not run if it is installed over a shifted one.
      if (!ownClock) await atClinicTime(context);
      context.on('page', (page) => complaints.push(collectComplaints(page, origin, leavesFor)));
    });
    // While offline, a page load gives a 503, and requests of the service worker fail.
    const lost =
      /ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED|FAILED \S+\/(api|assets)\/)|imported module|status of 50\d|^50\d: /;
    const said = complaints.flat().filter((text) => !losesAnswers || !lost.test(text));
    expect(said, 'what the browser complained of').toEqual([]);
  },

  guard: [
    async ({ context, watch }, provide) => {
      await watch(context);
      await provide(undefined);
    },
    { auto: true },
  ],

  other: async ({ browser, baseURL, watch }, provide) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    await watch(context);
    await provide(await context.newPage());
    await context.close();
  },
});

/**
 * A signed-in page leaves by itself when it notices that its session is gone or another user's, which would
 * abort the next `goto`. So an empty page takes its place before the session changes.
 */
async function openEmptyPage(page: Page): Promise<void> {
  if (page.url() !== 'about:blank') await page.goto('about:blank');
}

/** Makes the browser a visitor's. */
export async function clearSession(page: Page): Promise<void> {
  await openEmptyPage(page);
  await page.context().clearCookies({ name: /^(session|signed-in)$/ });
}

export const toast = (page: Page, title: string) => page.locator('.toast', { hasText: title });

export { expect };
