import { useEffect, useRef, useState } from 'react';

interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Ids of open overlays, each with its own history entry; the newest last. */
const overlayHistoryIds: number[] = [];
let lastOverlayId = 0;
const getCurrentOverlayId = (): unknown => (history.state as { overlay?: unknown } | null)?.overlay;

/**
 * Adds a history entry for an overlay, so that Back closes it. Reuses the entry of an overlay that was closed
 * just before.
 */
function pushHistoryEntry(onBack: () => void): () => void {
  lastOverlayId += 1;
  const id = lastOverlayId;
  const left = getCurrentOverlayId();
  if (left !== undefined && !overlayHistoryIds.includes(Number(left)))
    history.replaceState({ overlay: id }, '');
  else history.pushState({ overlay: id }, '');
  overlayHistoryIds.push(id);
  const listen = () => {
    if (overlayHistoryIds.at(-1) === id && getCurrentOverlayId() !== id) onBack();
  };
  addEventListener('popstate', listen);
  return () => {
    removeEventListener('popstate', listen);
    overlayHistoryIds.splice(overlayHistoryIds.indexOf(id), 1);
    // Closed without Back: also removes its history entry, unless another overlay has reused it.
    setTimeout(() => getCurrentOverlayId() === id && history.back());
  };
}

function watch(onBack: () => void): () => void {
  const { CloseWatcher } = window as unknown as { CloseWatcher?: new () => Watcher };
  if (!CloseWatcher) return pushHistoryEntry(onBack);
  const watcher = new CloseWatcher();
  watcher.onclose = onBack;
  return () => watcher.destroy();
}

/**
 * Makes the phone's Back button close an overlay before it leaves the page, with CloseWatcher or, where the
 * browser has none, with a history entry. If `onClose` only asks for confirmation, Back works again.
 */
export function useCloseOnBack(active: boolean, onClose: () => void): void {
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
