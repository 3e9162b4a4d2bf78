import { isOwner } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentHomepage, findVersionBody } from '#server/features/homepage/queries.ts';
import { loadVisiblePatient } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type * as api from '#shared/contract/own/privacy.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { checkPrivacyScope } from './actions.ts';
import * as queries from './consent-queries.ts';

/** The patient, her guardian while she has no account, and the desk in her presence. */
async function checkConsentAccess(deps: Deps, viewer: Viewer, patientId: number): Promise<void> {
  if (!isStaff(viewer.role)) return checkPrivacyScope(deps, viewer, patientId);
  await loadVisiblePatient(deps.db, viewer, patientId);
}

type PrivacyNoticeTexts = Awaited<ReturnType<typeof currentHomepage>>['privacy'];

const localizeNotice = (
  lang: Lang,
  { title, titleAr, sections }: PrivacyNoticeTexts,
): Omit<api.PrivacyNotice, 'version'> => {
  const of = (en: string, ar: string | null | undefined) => (lang === 'ar' && ar ? ar : en);
  return {
    lang,
    title: of(title, titleAr),
    sections: sections.map((one) => ({
      heading: of(one.heading, one.headingAr),
      body: of(one.body, one.bodyAr),
    })),
  };
};

/** The current privacy notice in one language, with its version. */
export async function loadCurrentNotice(deps: Deps, lang: Lang): Promise<api.PrivacyNotice> {
  const version = await queries.findNewestNoticeVersion(deps.db);
  // By its number: another process's cache may not have a newer one yet.
  const kept = await findVersionBody(deps.db, 'privacy', version);
  return {
    version,
    ...localizeNotice(
      lang,
      (kept as PrivacyNoticeTexts | undefined) ?? (await currentHomepage(deps)).privacy,
    ),
  };
}

export async function consentedText(
  deps: Deps,
  viewer: Viewer,
  { id, consentId }: { id: number; consentId: number },
): Promise<Omit<api.PrivacyNotice, 'version'>> {
  await checkConsentAccess(deps, viewer, id);
  const words = await queries.findConsentedText(deps.db, id, consentId);
  if (!words) throw new Refusal('not_found');
  return localizeNotice(words.lang, words.body);
}

/** A person's answers to the privacy notice, and her current consent. */
export async function loadConsent(deps: Deps, viewer: Viewer, patientId: number): Promise<api.Consent> {
  await checkConsentAccess(deps, viewer, patientId);
  const rows = await queries.listConsents(deps.db, patientId);
  const [last] = rows;
  const said = last ? (last.withdrawnAt ? 'withdrawn' : 'given') : 'none';
  const { isAsked, lang } = await queries.findConsentRequest(deps.db, patientId);
  return {
    state: isAsked ? 'asked' : said,
    lang,
    said: rows.map(({ givenBy, by, byAr, byUsername, givenAt, withdrawnAt, ...row }) => {
      const nameless = isOwner(deps.config, byUsername);
      return {
        ...row,
        givenAt: givenAt.toISOString(),
        withdrawnAt: withdrawnAt?.toISOString() ?? null,
        own: givenBy === patientId,
        by: nameless ? null : by,
        byAr: nameless ? null : byAr,
      };
    }),
  };
}

interface ConsentInput {
  readonly userId: number;
  readonly version: number;
  readonly lang: Lang;
  readonly now: Date;
  readonly givenBy: number;
  readonly atDesk: boolean;
}

/** Records consent in the transaction of what the person does. A repeated consent is stored once. */
export async function saveConsent(
  tx: Db,
  actor: Actor,
  { userId, lang, now, version, ...given }: ConsentInput,
): Promise<void> {
  const [last] = await queries.listConsents(tx, userId);
  if (last?.version === version && last.withdrawnAt === null) return;
  await queries.insertConsent(tx, { userId, contentId: version, lang, givenAt: now, ...given });
  await recordEvent(tx, actor, {
    action: 'consent_given',
    subject: 'users',
    subjectId: userId,
    patientId: userId,
    after: { notice: version, lang },
  });
}

/** Consents to the notice that the person saw; rejected if its text has changed. */
export async function giveConsentTo(
  deps: Deps,
  viewer: Viewer,
  userId: number,
  { version, lang }: Body<typeof api.giveConsent>,
): Promise<api.Consent> {
  await checkConsentAccess(deps, viewer, userId);
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.lockPersonForConsent(tx, userId))) throw new Refusal('not_found');
    const newest = await queries.storedNotice(tx);
    if (newest !== (version || (await queries.findOldestNoticeVersion(tx)))) throw new Refusal('stale');
    await saveConsent(tx, viewer, {
      userId,
      lang,
      now: deps.now(),
      version: newest,
      givenBy: viewer.id,
      atDesk: isStaff(viewer.role),
    });
  });
  return loadConsent(deps, viewer, userId);
}

/** Withdraws consent as easily as it was given. Appointments stay; online booking requires a new consent. */
export async function withdrawConsentOf(deps: Deps, viewer: Viewer, userId: number): Promise<api.Consent> {
  await checkConsentAccess(deps, viewer, userId);
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.lockPersonForConsent(tx, userId))) throw new Refusal('not_found');
    if (!(await queries.withdrawAllConsents(tx, userId, viewer.id, deps.now())))
      throw new Refusal('not_found');
    await recordEvent(tx, viewer, {
      action: 'consent_withdrawn',
      subject: 'users',
      subjectId: userId,
      patientId: userId,
    });
  });
  return loadConsent(deps, viewer, userId);
}

/** The owner marks a version as a substantial change: everybody is asked again. */
export async function requireConsentAgain(deps: Deps, viewer: Viewer, version: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.markRequiresConsent(tx, version))) throw new Refusal('stale');
    await recordEvent(tx, viewer, {
      action: 'consent_asked',
      subject: 'homepage',
      subjectId: version,
      after: { section: 'privacy', version },
    });
  });
}
