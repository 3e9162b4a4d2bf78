import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

interface LostBannerProps {
  /** Says how old the data shown is. */
  title: string;
  tryLabel: string;
  onTry(): void;
  children: ReactNode;
}

/** Shown while the connection is lost and the data on the screen may be outdated. */
export function LostBanner({ title, tryLabel, onTry, children }: LostBannerProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-[14px] rounded-card bg-tone-warning-bg px-4 py-3 text-small text-tone-warning"
    >
      <WifiOff size={22} strokeWidth={1.7} aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-56">
        <b className="block text-ui font-strong">{title}</b>
        {children}
      </p>
      <Button kind="out" size="sm" onClick={onTry}>
        {tryLabel}
      </Button>
    </div>
  );
}
