import { flushLogs, type InteractionType, logInteraction, logUncaughtError } from './browser-log.ts';

/**
 * Name of a control in the log: a fixed name from the code, never its text, which may contain a person's
 * name.
 */
function getControlLogName(element: Element): string {
  const island = element.closest<HTMLElement>('[data-island]')?.dataset.island ?? 'page';
  const own =
    element.getAttribute('data-log') ??
    element.getAttribute('name') ??
    element.getAttribute('type') ??
    element.tagName.toLowerCase();
  return `${island} ${own}`;
}

/** Interaction type by ARIA role of the part that opens. */
const overlayEvents: Record<string, InteractionType> = {
  dialog: 'modal_open',
  alertdialog: 'modal_open',
  menu: 'popup_shown',
  listbox: 'popup_shown',
};

const overlaySelector = Object.keys(overlayEvents)
  .map((role) => `[role=${role}]`)
  .join();

function logOverlays(nodes: NodeList, came: boolean): void {
  for (const node of nodes) {
    if (!(node instanceof Element)) continue;
    const inside = node.querySelectorAll(overlaySelector);
    for (const element of node.matches(overlaySelector) ? [node, ...inside] : inside) {
      const role = element.getAttribute('role') ?? '';
      const type = overlayEvents[role];
      if (type && came) logInteraction(type, 'open', role);
      else if (type === 'modal_open') logInteraction('modal_close', 'close', role);
    }
  }
}

function watchOverlays(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      logOverlays(addedNodes, true);
      logOverlays(removedNodes, false);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const eventLoggers: Record<string, (target: Element) => void> = {
  click(target) {
    const control = target.closest('button, [role=button], [role=menuitem], [role=tab]');
    if (control) logInteraction('button_click', 'click', getControlLogName(control));
  },
  submit: (form) => logInteraction('form_submit', 'submit', getControlLogName(form)),
  change(target) {
    if (target.closest('search')) logInteraction('table_filter', 'filter', getControlLogName(target));
    else if (target instanceof HTMLSelectElement)
      logInteraction('dropdown_select', 'select', getControlLogName(target));
    else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      logInteraction('user_input', 'change', getControlLogName(target));
  },
};

function logEvent(event: Event): void {
  if (event instanceof PromiseRejectionEvent) logUncaughtError(event.reason, 'unhandled rejection');
  else if (event instanceof ErrorEvent) logUncaughtError(event.error ?? event.message, 'uncaught');
  else if (event.target instanceof Element) eventLoggers[event.type]?.(event.target);
}

/**
 * Logs button presses, submitted forms, changed fields, dialogs and menus, page views and errors: those since
 * the page started loading (`first-script.ts` stores them) and all later ones.
 */
export function startBrowserLog(): void {
  logInteraction('navigation', 'open');
  const page = globalThis as { happened?: Event[] | { push(event: Event): void } };
  const before = page.happened;
  page.happened = { push: logEvent };
  if (Array.isArray(before)) before.forEach(logEvent);
  addEventListener('popstate', () => logInteraction('navigation', 'history'));
  addEventListener('hashchange', () => logInteraction('navigation', 'anchor'));
  addEventListener('online', flushLogs);
  addEventListener('visibilitychange', () => document.hidden && flushLogs());
  logOverlays(document.body.childNodes, true);
  watchOverlays();
}
