/** What of React the house never uses, so that no browser fetches it (`react-in-browser.ts`). */

/**
 * Kinds of nodes that are never made, by their number in React's renderer: lists of suspended parts (19),
 * scopes (21), what React would put into the head (26), html, head and body themselves (27), transitions of
 * views (30), parts kept hidden (31).
 */
export const kindsLeftOut = new Set([19, 21, 26, 27, 30, 31]);

/** Whether the lanes of a commit may run a transition of views. */
export const viewTransitionLanes = 335_544_064;

/** What nothing imports: who does is told by the build. */
export const exportsLeftOut: Readonly<Record<string, readonly string[]>> = {
  react: ['Activity', 'ViewTransition', 'addTransitionType', 'useActionState', 'useOptimistic'],
  'react-dom': [
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'useFormState',
    'useFormStatus',
  ],
};

/** Parts of the renderer's tables that belong to these. */
export const entriesLeftOut = new Set([
  'useHostTransitionStatus',
  'useFormState',
  'useActionState',
  'useOptimistic',
  // What is asked for ahead, or put into the head.
  'D',
  'C',
  'L',
  'm',
  'X',
  'S',
  'M',
]);

/** What serves only references to fragments and the pictures of a transition. */
export const classesLeftOut = new Set(['FragmentInstance', 'ViewTransitionPseudoElement']);

/** Functions of the renderer, and what they do without what is left out. */
export const functionsLeftOut: Readonly<Record<string, string>> = {
  isHostHoistableType: 'return !1',
  startViewTransition: 'return null',
  commitExitViewTransitions: '',
  trackEnterViewTransitions: '',
  commitNestedViewTransitions: '',
  accumulateSuspenseyCommitOnFiber: '',
  waitForCommitToBeReady: 'return null',
  preloadInstanceAndSuspendIfNeeded: '',
  commitFragmentInstanceInsertionEffects: '',
  commitFragmentInstanceDeletionEffects: '',
  commitNewChildToFragmentInstances: '',
  extractEvents$1: '',
  scheduleReplayQueueIfNeeded: '',
};
