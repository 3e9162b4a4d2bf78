import { loadPublicContent } from '#server/features/guide/public-content-queries.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import type { Deps } from './deps.ts';
import { purgeMessages } from './engine/delivery/purge-queries.ts';
import type { WorkerOptions } from './engine/delivery/worker.ts';
import { purgeExpired } from './engine/http/queries.ts';
import type { Task } from './engine/tasks/task-runner.ts';
import { accountData } from './features/accounts/queries.ts';
import { mergeCountDeltas } from './features/appointments/count-queries.ts';
import { appointmentData } from './features/appointments/record-queries.ts';
import { arrivalListener } from './features/arrivals/appointment-listener.ts';
import { arrivalData } from './features/arrivals/queries.ts';
import {
  backupTask,
  createBackup,
  hasBackups,
  nextBackup,
  nextRestoreTest,
  restoreTask,
  testRestore,
} from './features/backups/actions.ts';
import { callData } from './features/calls/queries.ts';
import { contactMessageData } from './features/contact-messages/queries.ts';
import { withdrawUnneededOffers, withdrawUnneededOffersAfterSave } from './features/disruptions/actions.ts';
import { makeRequestedOffers } from './features/disruptions/offer-actions.ts';
import { displacedData } from './features/disruptions/queries.ts';
import {
  notifyDelaysUnlessDisplaced,
  refreshDelayUnlessDisplaced,
  refreshDisplacedOffer,
  refreshSeriesUnlessDisplaced,
  refreshUnlessDisplaced,
  refreshWishMessage,
} from './features/disruptions/refresh-actions.ts';
import { workOnImports } from './features/imports/import-task-actions.ts';
import { importedData, purgeImports } from './features/imports/queries.ts';
import { mergeData } from './features/merges/queries.ts';
import { makeRequestedArchives } from './features/moving/actions.ts';
import { movingData } from './features/moving/queries.ts';
import { noShowListener } from './features/no-shows/appointment-listener.ts';
import { noShowData } from './features/no-shows/queries.ts';
import { draftData, draftObstacle } from './features/notes/draft-queries.ts';
import { refreshNoticeMessage } from './features/notices/actions.ts';
import { loadLetterheads } from './features/notifications/letterhead-queries.ts';
import { requeueOnOtherChannels } from './features/notifications/notify-actions.ts';
import { messageData } from './features/notifications/queries.ts';
import { expireOffers, refreshEndedOffer } from './features/offers/actions.ts';
import { offerListener } from './features/offers/appointment-listener.ts';
import { offerData } from './features/offers/queries.ts';
import { offerFreeTimes } from './features/offers/waiting-list-task-actions.ts';
import { wishObstacle } from './features/offers/wish-queries.ts';
import { makeCopies } from './features/own-data/actions.ts';
import { refreshAccessCode } from './features/patients/agreement-actions.ts';
import { agreementData } from './features/patients/agreement-queries.ts';
import { notifyOfAge } from './features/patients/of-age-actions.ts';
import { refreshCare } from './features/patients/refresh-actions.ts';
import { pushStore } from './features/recipients/push-queries.ts';
import { findRecipient } from './features/recipients/queries.ts';
import { queueReminders, refreshReminder } from './features/reminders/actions.ts';
import { clearNightly } from './features/retention/actions.ts';
import { branchListener } from './features/schedules/capacity-actions.ts';
import { accounts } from './features/sessions/queries.ts';
import { currentSettings } from './features/settings/queries.ts';
import { addMissingSearchWords } from './features/users/word-queries.ts';
import { enqueueWebhooks } from './features/webhooks/actions.ts';
import type { Registries } from './registries.ts';

const second = 1000;
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour * second;
const lease = 10 * minute;

/**
 * Releases expired offers, offers freed times to the waiting list, and finishes what a crashed process began.
 * Every step checks again under its own lock, so a process that was thought dead does nothing twice.
 */
async function runOfferTasks(deps: Deps): Promise<void> {
  await expireOffers(deps);
  await withdrawUnneededOffers(deps);
  await makeRequestedOffers(deps);
  await offerFreeTimes(deps);
}

/** Periodic tasks, run by one process each. */
const tasks: readonly Task<Deps>[] = [
  { name: 'reminders', everySeconds: minute, leaseSeconds: lease, work: queueReminders },
  { name: 'offers', everySeconds: 10, leaseSeconds: minute, work: runOfferTasks },
  { name: 'delays', everySeconds: minute, leaseSeconds: lease, work: notifyDelaysUnlessDisplaced },
  { name: 'of-age', everySeconds: 6 * hour, leaseSeconds: lease, work: notifyOfAge },
  { name: 'own-data', everySeconds: 10, leaseSeconds: minute, work: makeCopies },
  { name: 'webhooks', everySeconds: 5, leaseSeconds: lease, work: enqueueWebhooks },
  { name: 'fold-counts', everySeconds: 30, leaseSeconds: lease, work: ({ db }) => mergeCountDeltas(db) },
  {
    name: 'search-words',
    everySeconds: 10,
    leaseSeconds: lease,
    work: ({ db }) => addMissingSearchWords(db),
  },
  {
    name: 'purge-expired',
    everySeconds: hour,
    leaseSeconds: lease,
    work: ({ db, now }) => purgeExpired(db, now(), addMilliseconds(now(), -day)),
  },
  {
    name: 'purge-messages',
    everySeconds: hour,
    leaseSeconds: lease,
    work: ({ db, now }) =>
      purgeMessages(db, {
        secrets: addMilliseconds(now(), -3 * day),
        words: addMilliseconds(now(), -30 * day),
      }),
  },
  {
    name: 'purge-imports',
    everySeconds: 6 * hour,
    leaseSeconds: lease,
    work: ({ db, now }) => purgeImports(db, addMilliseconds(now(), -30 * day)),
  },
];

/**
 * Long tasks: each list has its own runner, so that nothing else waits. Nothing is deleted at night while the
 * clinic is being moved out.
 */
const longTasks: readonly (readonly Task<Deps>[])[] = [
  [{ name: 'imports', everySeconds: 0, leaseSeconds: minute, work: workOnImports }],
  [
    { name: 'moving', everySeconds: 0, leaseSeconds: minute, work: makeRequestedArchives },
    { name: 'retention', everySeconds: hour, leaseSeconds: hour, work: clearNightly },
  ],
  [
    {
      name: backupTask,
      everySeconds: 25 * hour,
      leaseSeconds: hour,
      nextDue: nextBackup,
      isWanted: hasBackups,
      ageMetric: {
        name: 'hakima_backup_age_seconds',
        help: 'Time since the last backup that was stored and verified',
      },
      work: createBackup,
    },
    {
      name: restoreTask,
      everySeconds: 8 * 24 * hour,
      leaseSeconds: hour,
      nextDue: nextRestoreTest,
      isWanted: hasBackups,
      ageMetric: {
        name: 'hakima_backup_restore_age_seconds',
        help: 'Time since the last test restore that succeeded',
      },
      work: testRestore,
    },
  ],
];

/** Functions of higher features that lower ones call without importing them. */
const registries: Registries = {
  appointmentListeners: [arrivalListener, noShowListener, offerListener],
  branchListeners: [branchListener],
  afterBranchChange: [withdrawUnneededOffersAfterSave],
  personalData: [
    messageData,
    agreementData,
    contactMessageData,
    accountData,
    displacedData,
    callData,
    offerData,
    arrivalData,
    appointmentData,
    noShowData,
    draftData,
    mergeData,
    importedData,
    movingData,
  ],
  mergeObstacles: [draftObstacle, wishObstacle],
};

/** Functions and tasks of the features that the engine calls. `content` returns the data of public pages. */
export const clinic = {
  accounts,
  settings: currentSettings,
  letterheads: loadLetterheads,
  recipientOf: findRecipient,
  sendElsewhere: requeueOnOtherChannels,
  push: pushStore,
  content: loadPublicContent,
  registries,
  tasks,
  longTasks,
  refresh: {
    visit: refreshUnlessDisplaced,
    delay: refreshDelayUnlessDisplaced,
    series: refreshSeriesUnlessDisplaced,
    reminder: refreshReminder,
    offer: refreshDisplacedOffer,
    'ended offer': refreshEndedOffer,
    notice: refreshNoticeMessage,
    asking: refreshAccessCode,
    wish: refreshWishMessage,
    care: refreshCare,
  },
} as const satisfies WorkerOptions<Deps> & Record<string, unknown>;
