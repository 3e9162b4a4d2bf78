import { Check, Info, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useStore } from '#web/ui/store.ts';
import { dismissToast, type ShownToast, type ToastKind, toastStore } from './toast-store.ts';

const looks: Record<ToastKind, { Icon: typeof Check; disc: string; milliseconds: number }> = {
  success: { Icon: Check, disc: 'bg-tone-success-bg text-tone-success', milliseconds: 2000 },
  error: { Icon: X, disc: 'bg-tone-danger-bg text-tone-danger', milliseconds: 3000 },
  info: { Icon: Info, disc: 'bg-tint text-accent', milliseconds: 5000 },
};

export type ToastLabels = {
  /** Accessible name of the area; `{hotkey}` is replaced by the key that focuses it (F8). */
  area: string;
  /** Announced before each message: "Notification". */
  message: string;
};

const subscribeToNothing = () => () => {};
const getServerSwipeDirection = () => undefined;

/** Swipe direction that dismisses a toast: up on a phone, towards the end edge on a desktop. */
function swipeDirection(): 'up' | 'left' | 'right' {
  if (matchMedia('(max-width: 767px)').matches) return 'up';
  return document.documentElement.dir === 'rtl' ? 'left' : 'right';
}

/** The toast area; one per page, in any island. `showToast` fills it. The timer pauses on hover and focus. */
export function ToastArea({ labels }: { labels: ToastLabels }) {
  const toast = useStore(toastStore, undefined, (shown) => shown);
  const swipe = useSyncExternalStore(subscribeToNothing, swipeDirection, getServerSwipeDirection);
  if (!swipe) return null;
  return (
    <Radix.Provider swipeDirection={swipe} swipeThreshold={50} label={labels.message}>
      {toast && <ToastCard key={toast.id} toast={toast} />}
      <Radix.Viewport asChild label={labels.area} hotkey={['F8']}>
        <div aria-live="off" className="toast-area" />
      </Radix.Viewport>
    </Radix.Provider>
  );
}

/**
 * Radix announces the toast in a live region of its own. The role only makes the toast findable and must not
 * announce it a second time.
 */
function ToastCard({ toast }: { toast: ShownToast }) {
  const { Icon, disc, milliseconds } = looks[toast.kind];
  return (
    <Radix.Root
      asChild
      type={toast.kind === 'error' ? 'foreground' : 'background'}
      duration={milliseconds}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
    >
      <div role={toast.kind === 'error' ? 'alert' : 'status'} aria-live="off" className="toast">
        <span
          aria-hidden="true"
          className={cx('grid size-9 flex-none place-items-center rounded-full', disc)}
        >
          <Icon size={20} strokeWidth={1.7} />
        </span>
        <div className="min-w-0 self-center">
          <Radix.Title className="text-ui leading-ui font-strong">{toast.title}</Radix.Title>
          {toast.description && (
            <Radix.Description className="text-small leading-[1.5] text-ink-2">
              {toast.description}
            </Radix.Description>
          )}
        </div>
      </div>
    </Radix.Root>
  );
}
