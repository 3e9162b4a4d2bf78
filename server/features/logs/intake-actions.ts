import type { Deps } from '#server/deps.ts';
import { addMilliseconds, clinicClock } from '#shared/domain/clinic-time.ts';
import { knownCauses, type NewClientLog, spendBudget } from './queries.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Kilobytes a day: of one account, of visitors of one network, and of all visitors. */
const accountKilobytes = 8_000;
const networkKilobytes = 4_000;
const visitorKilobytes = 40_000;
/** Size of an entry besides its text. */
const rowBytes = 300;
const newCausesPerHour = 200;

/** The reporter: a signed-in person, or a visitor of a network. */
export interface Reporter {
  readonly userId: number | null;
  readonly network: string;
}

/** Whether these entries fit into today's limit. Anyone may report, so nobody may fill the disk. */
export async function consumeDailyLimit(
  deps: Deps,
  { userId, network }: Reporter,
  rows: readonly NewClientLog[],
): Promise<boolean> {
  if (deps.config.RATE_LIMIT === 'off') return true;
  const bytes = rows.reduce((sum, row) => sum + rowBytes + JSON.stringify(row).length, 0);
  const now = deps.now();
  const spend = (name: string, budget: number): Promise<boolean> =>
    spendBudget(
      deps.db,
      `logs:${name}:${clinicClock(now).date}`,
      Math.ceil(bytes / 1024),
      budget,
      addMilliseconds(now, 2 * day),
    );
  if (userId !== null) return spend(`user ${userId}`, accountKilobytes);
  return (await spend(`network ${network}`, networkKilobytes)) && (await spend('visitors', visitorKilobytes));
}

/** Causes to count: known ones, and a limited number of new ones per hour. */
export async function countableCauses(deps: Deps, causes: readonly string[]): Promise<Set<string>> {
  const countable = await knownCauses(deps.db, causes);
  const now = deps.now();
  const key = `new-errors:${Math.floor(now.getTime() / hour)}`;
  for (const cause of causes) {
    if (countable.has(cause)) continue;
    if (!(await spendBudget(deps.db, key, 1, newCausesPerHour, addMilliseconds(now, 2 * hour)))) break;
    countable.add(cause);
  }
  return countable;
}
