import { type InteractionType, noteError, noteInteraction, wakeLogs } from './browser-log.ts';

/**
 * Name of a control in the log: a fixed name from the code, never its text, which may contain a person's
 * name.
 */
function nameOf(element: Element): string {
  const island = element.closest<HTMLElement>('[data-island]')?.dataset.island ?? 'page';
  const own =
    element.getAttribute('data-log') ??
    element.getAttribute('name') ??
    element.getAttribute('type') ??
    element.tagName.toLowerCase();
  return `${island} ${own}`;
}

/** Interaction type by ARIA role of the part that opens. */
const opening: Record<string, InteractionType> = {
  dialog: 'modal_open',
  alertdialog: 'modal_open',
  menu: 'popup_shown',
  listbox: 'popup_shown',
};

const openingParts = Object.keys(opening)
  .map((role) => `[role=${role}]`)
  .join();

function noteOverlays(nodes: NodeList, came: boolean): void {
  for (const node of nodes) {
    if (!(node instanceof Element)) continue;
    const inside = node.querySelectorAll(openingParts);
    for (const element of node.matches(openingParts) ? [node, ...inside] : inside) {
      const role = element.getAttribute('role') ?? '';
      const type = opening[role];
      if (type && came) noteInteraction(type, 'open', role);
      else if (type === 'modal_open') noteInteraction('modal_close', 'close', role);
    }
  }
}

function watchOverlays(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      noteOverlays(addedNodes, true);
      noteOverlays(removedNodes, false);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const notes: Record<string, (target: Element) => void> = {
  click(target) {
    const control = target.closest('button, [role=button], [role=menuitem], [role=tab]');
    if (control) noteInteraction('button_click', 'click', nameOf(control));
  },
  submit: (form) => noteInteraction('form_submit', 'submit', nameOf(form)),
  change(target) {
    if (target.closest('search')) noteInteraction('table_filter', 'filter', nameOf(target));
    else if (target instanceof HTMLSelectElement)
      noteInteraction('dropdown_select', 'select', nameOf(target));
    else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      noteInteraction('user_input', 'change', nameOf(target));
  },
};

function note(event: Event): void {
  if (event instanceof PromiseRejectionEvent) noteError(event.reason, 'unhandled rejection');
  else if (event instanceof ErrorEvent) noteError(event.error ?? event.message, 'uncaught');
  else if (event.target instanceof Element) notes[event.type]?.(event.target);
}

/**
 * Logs button presses, submitted forms, changed fields, dialogs and menus, page views and errors: those since
 * the page started loading (`first-script.ts` stores them) and all later ones.
 */
export function watch(): void {
  noteInteraction('navigation', 'open');
  const page = globalThis as { happened?: Event[] | { push(event: Event): void } };
  const before = page.happened;
  page.happened = { push: note };
  if (Array.isArray(before)) before.forEach(note);
  addEventListener('popstate', () => noteInteraction('navigation', 'history'));
  addEventListener('hashchange', () => noteInteraction('navigation', 'anchor'));
  addEventListener('online', wakeLogs);
  addEventListener('visibilitychange', () => document.hidden && wakeLogs());
  noteOverlays(document.body.childNodes, true);
  watchOverlays();
}
