import { CircleAlert, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { DialogArch } from '#web/ui/drawings/dialog-arch.tsx';
import { Petal } from '#web/ui/petal.tsx';

interface BookingGateProps {
  kind: 'login' | 'role';
  title: string;
  action: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Shown in place of or before the form: the user has to sign in, or cannot book with this account. */
export function BookingGate({ kind, title, action, className = '', children }: BookingGateProps) {
  const Icon = kind === 'login' ? LockKeyhole : CircleAlert;
  return (
    <Card
      className={`grid overflow-hidden rounded-panel! md:grid-cols-[minmax(0,1fr)_280px] xl:grid-cols-[minmax(0,1fr)_400px] ${className}`}
    >
      <div className="grid justify-items-start gap-4 self-center p-[clamp(24px,4.4vw,60px)]">
        <Petal>
          <Icon size={24} strokeWidth={1.7} aria-hidden="true" />
        </Petal>
        <h3 className="display text-h2">{title}</h3>
        <div className="grid max-w-[46ch] gap-3 text-lead text-ink-2">{children}</div>
        <div className="mt-2 flex w-full flex-wrap gap-3 max-md:*:w-full">{action}</div>
      </div>
      <div className="relative min-h-[200px] overflow-hidden bg-deep max-md:order-first">
        <DialogArch className="absolute inset-y-0 start-[calc(50%-95px)] h-full w-[190px] overflow-visible md:start-0 md:w-full" />
      </div>
    </Card>
  );
}
