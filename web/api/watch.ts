import { noteError, noteInteraction, wakeLogs } from './browser-log.ts';

/** What a control is called in the log: words of ours, never its text, which may name a person. */
function nameOf(element: Element): string {
  const island = element.closest<HTMLElement>('[data-island]')?.dataset.island ?? 'page';
  const own =
    element.getAttribute('data-log') ??
    element.getAttribute('name') ??
    element.getAttribute('type') ??
    element.tagName.toLowerCase();
  return `${island} ${own}`;
}

const on = <K extends keyof DocumentEventMap>(type: K, note: (target: Element) => void): void =>
  document.addEventListener(type, (event) => event.target instanceof Element && note(event.target), {
    capture: true,
    passive: true,
  });

/** Button presses, sent forms, changed lists, pages and errors are noted by themselves from now on. */
export function watch(): void {
  on('click', (target) => {
    const control = target.closest('button, [role=button], [role=menuitem], [role=tab]');
    if (control) noteInteraction('button_click', 'click', nameOf(control));
  });
  on('submit', (form) => noteInteraction('form_submit', 'submit', nameOf(form)));
  on('change', (target) => {
    if (target instanceof HTMLSelectElement) noteInteraction('dropdown_select', 'select', nameOf(target));
    else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      noteInteraction('user_input', 'change', nameOf(target));
  });
  addEventListener('popstate', () => noteInteraction('navigation', 'history'));
  addEventListener('hashchange', () => noteInteraction('navigation', 'anchor'));
  addEventListener('error', (event) => noteError(event.error ?? event.message, 'uncaught'));
  addEventListener('unhandledrejection', (event) => noteError(event.reason, 'unhandled rejection'));
  addEventListener('online', wakeLogs);
  noteInteraction('navigation', 'open');
}
