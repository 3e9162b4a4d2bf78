import { useEffect, useRef, useState } from 'react';

interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** What is open, each with a step of the history of its own; the newest last. */
const steps: number[] = [];
let opened = 0;
const stepNow = (): unknown => (history.state as { overlay?: unknown } | null)?.overlay;

/**
 * Gives what opens a step of the history, so that Back takes that away. A step left over by what closed a
 * moment ago is taken over.
 */
function stepInHistory(onBack: () => void): () => void {
  opened += 1;
  const id = opened;
  const left = stepNow();
  if (left !== undefined && !steps.includes(Number(left))) history.replaceState({ overlay: id }, '');
  else history.pushState({ overlay: id }, '');
  steps.push(id);
  const listen = () => {
    if (steps.at(-1) === id && stepNow() !== id) onBack();
  };
  addEventListener('popstate', listen);
  return () => {
    removeEventListener('popstate', listen);
    steps.splice(steps.indexOf(id), 1);
    // Closed by another way than Back: its step goes too, unless something else has taken it by then.
    setTimeout(() => stepNow() === id && history.back());
  };
}

function watch(onBack: () => void): () => void {
  const { CloseWatcher } = window as unknown as { CloseWatcher?: new () => Watcher };
  if (!CloseWatcher) return stepInHistory(onBack);
  const watcher = new CloseWatcher();
  watcher.onclose = onBack;
  return () => watcher.destroy();
}

/**
 * The phone's Back closes what lies over the page before it leaves the page: by the browser's CloseWatcher,
 * and where there is none by a step of the history. Asked "really?", it may be pressed again.
 */
export function useBackCloses(active: boolean, onClose: () => void): void {
  const [pressed, setPressed] = useState(0);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (!active) return;
    return watch(() => {
      close.current();
      setPressed(pressed + 1);
    });
  }, [active, pressed]);
}
