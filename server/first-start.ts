import { dayClock } from '#shared/domain/clinic-time.ts';
import { demoPassword, seedDemo } from './db/seed/demo-clinic.ts';
import { detectContents, lockSeeding, markAsDemo, seedClinic } from './db/seed/seed-clinic.ts';
import type { Deps } from './deps.ts';
import { inTransaction } from './engine/db/transaction.ts';
import { hashPassword } from './engine/secrets/passwords.ts';
import { ensureSuperAdmin } from './features/accounts/actions.ts';
import { queueReminders } from './features/reminders/actions.ts';

const demoNames = 'admin, doctor, reception or patient';
const demoGreeting = `This is the demonstration clinic. Sign in as ${demoNames}; the password of each is ${demoPassword}.`;

async function prepareDemo(deps: Deps): Promise<string> {
  const passwordHash = await hashPassword(demoPassword);
  await inTransaction(deps.db, async (tx) => {
    await lockSeeding(tx);
    const contents = await detectContents(tx);
    if (contents === 'demo') return;
    if (contents === 'clinic')
      throw new Error(
        'DEMO=1 is refused: this database holds a real clinic. Choose another DATA_DIR or DATABASE_URL.',
      );
    const now = deps.now();
    await markAsDemo(tx);
    await seedClinic(tx);
    await seedDemo(tx, passwordHash, dayClock(now), now);
  });
  // Otherwise the dashboard reports them as late until the periodic task has run.
  await queueReminders(deps);
  const { hostname, origin } = new URL(deps.config.PUBLIC_URL);
  return hostname === '127.0.0.1'
    ? `${demoGreeting}\nPasskeys want a name for the address: ${origin.replace(hostname, 'localhost')}`
    : demoGreeting;
}

async function prepareClinic(deps: Deps): Promise<string | null> {
  await inTransaction(deps.db, async (tx) => {
    await lockSeeding(tx);
    const contents = await detectContents(tx);
    if (contents === 'demo')
      throw new Error(
        'This database holds the demonstration clinic, whose passwords are known. Start it with DEMO=1.',
      );
    if (contents === 'nothing') await seedClinic(tx);
  });
  const password = await ensureSuperAdmin(deps);
  return password === null
    ? null
    : `The first account is "admin". Its one-time password, shown only now, is ${password}\nYou will be asked to choose your own at the first sign-in; then a guide leads to the first booking.`;
}

/** Fills an empty database, once, whichever process starts first; returns text for the console. */
export const firstStart = (deps: Deps): Promise<string | null> =>
  deps.config.DEMO ? prepareDemo(deps) : prepareClinic(deps);
