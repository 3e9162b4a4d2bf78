import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findAppointment } from '#server/features/appointments/queries.ts';
import { canActFor, canReadSharedNotes } from '#server/features/families/family-queries.ts';
import { recordGuardianAccess } from '#server/features/users/file-actions.ts';
import { loadVisiblePatient } from '#server/features/users/queries.ts';
import type * as api from '#shared/contract/clinical-notes.ts';
import type { ClinicalNote } from '#shared/contract/clinical-notes.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { hiddenOwnerName } from '#shared/domain/visits/appointment-notes.ts';
import { Refusal } from '#shared/errors.ts';
import { deleteDraft, findNoteDraft, saveDraft } from './draft-queries.ts';
import * as queries from './queries.ts';

type SignNoteInput = Body<typeof api.signNote>;

/** The history records that a note was written, never its text. */
const recordNoteEvent = (
  tx: Db,
  viewer: Viewer,
  action: AuditAction,
  patientId: number,
  note: ClinicalNote,
) =>
  recordEvent(tx, viewer, {
    action,
    subject: 'clinical-notes',
    subjectId: note.id,
    patientId,
    after: { appointmentId: note.appointmentId, corrects: note.corrects, shared: note.shared },
  });

async function requireNote(tx: Db, viewer: Viewer, id: number): Promise<queries.NoteRow> {
  const note = await queries.findNote(tx, viewer, id);
  if (!note) throw new Refusal('not_found');
  return note;
}

/** Appointment of the note: that of the corrected note, else the given one, which must be the patient's. */
async function resolveNoteTarget(
  tx: Db,
  viewer: Viewer,
  patientId: number,
  { appointmentId = null, corrects = null }: SignNoteInput,
): Promise<{ appointmentId: number | null; corrects: number | null; goesWithIt: boolean }> {
  if (corrects !== null) {
    const older = await requireNote(tx, viewer, corrects);
    if (older.patientId !== patientId) throw new Refusal('not_found');
    return { appointmentId: older.appointmentId, corrects, goesWithIt: older.shared };
  }
  const visit = appointmentId === null ? null : await findAppointment(tx, viewer, appointmentId);
  if (visit === undefined || (visit && visit.userId !== patientId)) throw new Refusal('not_found');
  return { appointmentId, corrects, goesWithIt: false };
}

/** The same text about the same appointment: a repeated request. */
function replaySignedNote(
  note: queries.NoteRow,
  patientId: number,
  { text, appointmentId, corrects }: SignNoteInput,
) {
  const same =
    note.patientId === patientId &&
    note.text === text &&
    note.corrects === (corrects ?? null) &&
    (note.corrects !== null || note.appointmentId === (appointmentId ?? null));
  if (!same) throw new Refusal('idempotency_key_reused');
  return queries.presentNote(note);
}

/**
 * Signs a clinical note with the author's current name and title. A repeated idempotency key gets the first
 * note. The correction of a shared note is shared too.
 */
export async function signNote(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  written: SignNoteInput,
  key: string | null,
): Promise<ClinicalNote> {
  return inTransaction(deps.db, async (tx) => {
    // Under the lock of the patient: of two requests with one key the second finds the note.
    await loadVisiblePatient(tx, viewer, patientId, { lock: true });
    const made = key === null ? undefined : await queries.findNoteByKey(tx, viewer.id, key);
    if (made) return replaySignedNote(made, patientId, written);
    const { appointmentId, corrects, goesWithIt } = await resolveNoteTarget(tx, viewer, patientId, written);
    if (written.shared && appointmentId === null) throw new Refusal('note_needs_visit');
    const id = await queries.insertNote(tx, {
      patientId,
      appointmentId,
      corrects,
      authorId: viewer.id,
      ...(viewer.isOwner
        ? { signedName: hiddenOwnerName.en, signedNameAr: hiddenOwnerName.ar }
        : {
            signedName: viewer.name || viewer.username || '',
            ...(await queries.loadSignature(tx, viewer.id)),
          }),
      at: deps.now(),
      text: written.text,
      idempotencyKey: key,
    });
    if (written.shared || goesWithIt) await queries.shareWithCorrections(tx, id, deps.now());
    if (key !== null) await deleteDraft(tx, viewer.id, key);
    const note = queries.presentNote(await requireNote(tx, viewer, id));
    await recordNoteEvent(tx, viewer, 'note_signed', patientId, note);
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
    const seen = await requireNote(tx, viewer, id);
    await loadVisiblePatient(tx, viewer, seen.patientId, { lock: true });
    if (seen.authorId !== viewer.id) throw new Refusal('not_your_note');
    const before = await requireNote(tx, viewer, id);
    if (before.shared === shared) return queries.presentNote(before);
    if (before.appointmentId === null) throw new Refusal('note_needs_visit');
    if (shared) await queries.shareWithCorrections(tx, id, deps.now());
    else await queries.unshareNote(tx, id);
    const note = { ...queries.presentNote(before), shared };
    await recordNoteEvent(tx, viewer, shared ? 'note_shared' : 'note_unshared', seen.patientId, note);
    return note;
  });
}

/**
 * Saves a draft. A request that arrives after the note was signed saves nothing; a second window with an old
 * revision gets the current draft.
 */
export async function saveNoteDraft(
  deps: Deps,
  viewer: Viewer,
  patientId: number,
  { revision, ...draft }: Body<typeof api.keepDraft>,
): Promise<{ revision: number }> {
  return inTransaction(deps.db, async (tx) => {
    await loadVisiblePatient(tx, viewer, patientId, { lock: true });
    if (await queries.findNoteByKey(tx, viewer.id, draft.key)) return { revision: 0 };
    if (draft.text.trim() === '') {
      await deleteDraft(tx, viewer.id, draft.key);
      return { revision: 0 };
    }
    await resolveNoteTarget(tx, viewer, patientId, draft);
    const row = { ...draft, patientId, authorId: viewer.id, updatedAt: deps.now() };
    const kept = await saveDraft(tx, row, revision);
    if (kept !== null) return { revision: kept };
    throw new Refusal('stale', { current: await findNoteDraft(tx, viewer.id, patientId) });
  });
}

/**
 * Notes shared with a patient, for her or a guardian who may read them. A guardian's reading is recorded
 * before the reply.
 */
export async function loadSharedNotes(
  deps: Deps,
  viewer: Viewer,
  patientId = viewer.id,
): Promise<api.SharedNote[]> {
  if (!canActFor(viewer, patientId)) throw new Refusal('not_found');
  if (!canReadSharedNotes(viewer, patientId)) return [];
  await recordGuardianAccess(deps, viewer, patientId, 'notes_read');
  return queries.listSharedNotes(deps.db, patientId);
}
