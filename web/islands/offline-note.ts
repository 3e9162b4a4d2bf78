const shownMs = 5000;

/**
 * Tells that the device is offline where the code that shows messages could not be fetched. The page carries the
 * sentence in its language.
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
  setTimeout(() => area.remove(), shownMs);
}
