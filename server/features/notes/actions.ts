import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { appointmentWithId } from '#server/features/appointments/queries.ts';
import { actsFor, readsOf } from '#server/features/families/family-queries.ts';
import { noteSeenByGuardian } from '#server/features/users/file-actions.ts';
import { patientFor } from '#server/features/users/queries.ts';
import type * as api from '#shared/contract/clinical-notes.ts';
import type { ClinicalNote } from '#shared/contract/clinical-notes.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { management } from '#shared/domain/visits/appointment-notes.ts';
import { Refusal } from '#shared/errors.ts';
import { draftOf, endDraft, saveDraft } from './draft-queries.ts';
import * as queries from './queries.ts';

type Written = Body<typeof api.signNote>;

/** The history records that a note was written, never its text. */
const record = (tx: Db, viewer: Viewer, action: AuditAction, patientId: number, note: ClinicalNote) =>
  recordEvent(tx, viewer, {
    action,
    subject: 'clinical-notes',
    subjectId: note.id,
    patientId,
    after: { appointmentId: note.appointmentId, corrects: note.corrects, shared: note.shared },
  });

async function noteFor(tx: Db, viewer: Viewer, id: number): Promise<queries.NoteRow> {
  const note = await queries.noteWithId(tx, viewer, id);
  if (!note) throw new Refusal('not_found');
  return note;
}

/** Appointment of the note: that of the corrected note, else the given one, which must be the patient's. */
async function placeOf(
  tx: Db,
  viewer: Viewer,
  patientId: number,
  { appointmentId = null, corrects = null }: Written,
): Promise<{ appointmentId: number | null; corrects: number | null; goesWithIt: boolean }> {
  if (corrects !== null) {
    const older = await noteFor(tx, viewer, corrects);
    if (older.patientId !== patientId) throw new Refusal('not_found');
    return { appointmentId: older.appointmentId, corrects, goesWithIt: older.shared };
  }
  const visit = appointmentId === null ? null : await appointmentWithId(tx, viewer, appointmentId);
  if (visit === undefined || (visit && visit.userId !== patientId)) throw new Refusal('not_found');
  return { appointmentId, corrects, goesWithIt: false };
}

/** The same text about the same appointment: a repeated request. */
function again(note: queries.NoteRow, patientId: number, { text, appointmentId, corrects }: Written) {
  const same =
    note.patientId === patientId &&
    note.text === text &&
    note.corrects === (corrects ?? null) &&
    (note.corrects !== null || note.appointmentId === (appointmentId ?? null));
  if (!same) throw new Refusal('idempotency_key_reused');
  return queries.noteOf(note);
}

/**
 * Signs a clinical note with the author's current name and title. A repeated idempotency key gets the first
 * note. The correction of a shared note is shared too.
 */
export async function signNote(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  written: Written,
  key: string | null,
): Promise<ClinicalNote> {
  return inTransaction(deps.db, async (tx) => {
    // Under the lock of the patient: of two requests with one key the second finds the note.
    await patientFor(tx, viewer, patientId, { lock: true });
    const made = key === null ? undefined : await queries.noteWithKey(tx, viewer.id, key);
    if (made) return again(made, patientId, written);
    const { appointmentId, corrects, goesWithIt } = await placeOf(tx, viewer, patientId, written);
    if (written.shared && appointmentId === null) throw new Refusal('note_needs_visit');
    const id = await queries.insertNote(tx, {
      patientId,
      appointmentId,
      corrects,
      authorId: viewer.id,
      ...(viewer.isOwner
        ? { signedName: management.en, signedNameAr: management.ar }
        : {
            signedName: viewer.name || viewer.username || '',
            ...(await queries.signatureOf(tx, viewer.id)),
          }),
      at: deps.now(),
      text: written.text,
      idempotencyKey: key,
    });
    if (written.shared || goesWithIt) await queries.share(tx, id, deps.now());
    if (key !== null) await endDraft(tx, viewer.id, key);
    const note = queries.noteOf(await noteFor(tx, viewer, id));
    await record(tx, viewer, 'note_signed', patientId, note);
    return note;
  });
}

/** Shares a note with the patient, or stops sharing it. Only its author may. */
export async function setSharing(
  deps: Deps,
  viewer: Viewer,
  id: number,
  shared: boolean,
): Promise<ClinicalNote> {
  return inTransaction(deps.db, async (tx) => {
    const seen = await noteFor(tx, viewer, id);
    await patientFor(tx, viewer, seen.patientId, { lock: true });
    if (seen.authorId !== viewer.id) throw new Refusal('not_your_note');
    const before = await noteFor(tx, viewer, id);
    if (before.shared === shared) return queries.noteOf(before);
    if (before.appointmentId === null) throw new Refusal('note_needs_visit');
    if (shared) await queries.share(tx, id, deps.now());
    else await queries.unshareNote(tx, id);
    const note = { ...queries.noteOf(before), shared };
    await record(tx, viewer, shared ? 'note_shared' : 'note_unshared', seen.patientId, note);
    return note;
  });
}

/**
 * Saves a draft. A request that arrives after the note was signed saves nothing; a second window with an old
 * revision gets the current draft.
 */
export async function keepDraft(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  { revision, ...draft }: Body<typeof api.keepDraft>,
): Promise<{ revision: number }> {
  return inTransaction(deps.db, async (tx) => {
    await patientFor(tx, viewer, patientId, { lock: true });
    if (await queries.noteWithKey(tx, viewer.id, draft.key)) return { revision: 0 };
    if (draft.text.trim() === '') {
      await endDraft(tx, viewer.id, draft.key);
      return { revision: 0 };
    }
    await placeOf(tx, viewer, patientId, draft);
    const row = { ...draft, patientId, authorId: viewer.id, updatedAt: deps.now() };
    const kept = await saveDraft(tx, row, revision);
    if (kept !== null) return { revision: kept };
    throw new Refusal('stale', { current: await draftOf(tx, viewer.id, patientId) });
  });
}

/**
 * Notes shared with a patient, for her or a guardian who may read them. A guardian's reading is recorded
 * before the reply.
 */
export async function sharedNotesFor(
  deps: Deps,
  viewer: Viewer,
  patientId = viewer.id,
): Promise<api.SharedNote[]> {
  if (!actsFor(viewer, patientId)) throw new Refusal('not_found');
  if (!readsOf(viewer, patientId)) return [];
  await noteSeenByGuardian(deps, viewer, patientId, 'notes_read');
  return queries.sharedWith(deps.db, patientId);
}
