import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { findCodeChannels } from '#server/engine/delivery/code-channels.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentDoctors } from '#server/features/doctors/queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { findRecipient } from '#server/features/recipients/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentMarks, readMarks, saveMarks } from '#server/features/settings/mark-queries.ts';
import { currentSettings, lockSettings } from '#server/features/settings/queries.ts';
import type { Guide, putGuide } from '#shared/contract/connections/guide.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { HomepageSection } from '#shared/contract/homepage.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { addressForChannel } from '#shared/domain/messages/contact-channels.ts';
import {
  type CheckableStep,
  type ClinicState,
  listStepStates,
  type Named,
} from '#shared/domain/setup-guide.ts';
import { Refusal } from '#shared/errors.ts';
import { testMessage } from './messages.ts';
import { loadClinicFacts } from './queries.ts';

const legalPages = ['privacy', 'terms'] as const satisfies readonly HomepageSection[];

/** Address for a test message, e-mail first. */
async function listTestAddresses(deps: Deps, viewer: Viewer): Promise<Guide['reached']> {
  const person = await findRecipient(deps.db, viewer.id);
  if (!person) return [];
  return (['email', 'sms', 'whatsapp'] as const).flatMap((channel) => {
    const address = addressForChannel(channel, person);
    return address === null ? [] : [{ channel, address }];
  });
}

/** The branches as the guide needs them, and whether any has duties. */
async function loadGuideBranches(deps: Deps) {
  const today = dayClock(deps.now()).date;
  const onDuty = new Set<number>();
  const open = await currentLocations(deps);
  const branches = open.map(async ({ id, name, nameAr, phone, bookedBy }) => {
    const hours = await currentHours(deps, id);
    const duties = (hours?.duties ?? []).filter(({ before }) => before === null || before > today);
    for (const { doctorId } of duties) onDuty.add(doctorId);
    return {
      id,
      name,
      nameAr,
      phone,
      opens: hours?.week.some((shifts) => shifts.length > 0) ?? false,
      waitsForDoctors: bookedBy === 'doctor' && duties.length === 0,
    };
  });
  return { branches: await Promise.all(branches), onDuty };
}

const pickNames = ({ name, nameAr }: Named): Named => ({ name, nameAr });

/** The steps that the clinic has not done yet, computed from its current data. */
export async function loadGuide(deps: Deps, viewer: Viewer): Promise<Guide> {
  const settings = await currentSettings(deps);
  const services = await currentServices(deps);
  const doctors = await currentDoctors(deps);
  const { branches, onDuty } = await loadGuideBranches(deps);
  const facts = await loadClinicFacts(deps.db, viewer.id);
  const { checked, bookingOpen } = await currentMarks(deps);
  const unread = (step: CheckableStep, all: readonly { id: number }[], saved: readonly number[]) =>
    checked.includes(step) ? 0 : all.filter(({ id }) => !saved.includes(id)).length;
  const { codes, kept } = findCodeChannels(deps.config);
  const connected = kept ? [] : [...codes];
  const state: ClinicState = {
    name: settings.name,
    nameAr: settings.nameAr,
    settingsRead: facts.settingsRead,
    contactRead: checked.includes('name') || facts.read.includes('contact'),
    figuresRead: checked.includes('name') || facts.read.includes('about'),
    branches,
    branchesUnread: unread('branches', branches, facts.savedBranches),
    services: services.length,
    servicesUnread: unread('services', services, facts.savedServices),
    doctors: doctors.map((doctor) => ({ ...pickNames(doctor), onDuty: onDuty.has(doctor.id) })),
    connected: connected.length > 0,
    messageLeft: facts.messageLeft,
    legalUnread: checked.includes('legal')
      ? 0
      : legalPages.filter((page) => !facts.read.includes(page)).length,
    patients: facts.patients,
    visits: facts.visits,
  };
  return {
    steps: listStepStates(state),
    clinic: pickNames(settings),
    branches: branches.map(pickNames),
    services: services.length,
    doctors: doctors.map(pickNames),
    connected,
    reached: await listTestAddresses(deps, viewer),
    trial: facts.trial,
    bookAt: `${deps.config.PUBLIC_URL}/book`,
    onlyHere: deps.config.local,
    bookingOpen,
  };
}

/** Hides the guide, marks a step as done, closes or opens online booking: changes only the given fields. */
export async function changeGuide(deps: Deps, viewer: Viewer, body: Body<typeof putGuide>): Promise<void> {
  const { away, checked, bookingOpen } = body;
  await inTransaction(deps.db, async (tx) => {
    await lockSettings(tx);
    const before = await readMarks(tx);
    const after = {
      away: away ?? before.away,
      checked: checked === undefined ? before.checked : [...new Set([...before.checked, checked])],
      bookingOpen: bookingOpen ?? before.bookingOpen,
    };
    await saveMarks(tx, after, viewer.id);
    await recordEvent(tx, viewer, {
      action: 'changed',
      subject: 'settings',
      before: bookingOpen === undefined ? null : { bookingOpen: before.bookingOpen },
      after: {
        ...(away === undefined ? {} : { guide: away ? 'away' : 'shown' }),
        ...(checked === undefined ? {} : { guide: 'checked' }),
        ...(bookingOpen === undefined ? {} : { bookingOpen }),
      },
    });
  });
}

/** Sends the viewer a test message by one of her channels; the guide shows its state. */
export async function sendTestMessage(
  deps: Deps,
  viewer: Viewer,
  channel: Guide['reached'][number]['channel'],
): Promise<void> {
  const way = (await listTestAddresses(deps, viewer)).find((one) => one.channel === channel);
  if (!way) throw new Refusal('no_address');
  await enqueue(deps.db, testMessage({ ...way, userId: viewer.id, lang: viewer.lang }, deps.now()));
}
