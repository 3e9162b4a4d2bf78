const offlineNoteMs = 5000;

/**
 * Shows that the device is offline, when the code of toasts could not be loaded. The HTML of the page
 * contains the text in its language.
 */
export function showOfflineNote(): void {
  const area = document.createElement('div');
  area.className = 'toast-area';
  const note = document.createElement('div');
  note.className = 'toast';
  note.setAttribute('role', 'alert');
  note.textContent = document.documentElement.dataset.offline ?? '';
  area.append(note);
  document.body.append(area);
  setTimeout(() => area.remove(), offlineNoteMs);
}
