import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';

interface PrivacyCardProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

/** A card of the privacy settings. */
export function PrivacyCard({ icon: Icon, title, text, children }: PrivacyCardProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="grid content-start gap-4 p-5 md:p-7">
      <div>
        <h2 id={id} className="flex items-center gap-3 card-title">
          <Icon size={22} strokeWidth={1.6} aria-hidden="true" className="flex-none text-accent" />
          {title}
        </h2>
        <p className="mt-1 text-small text-ink-2">{text}</p>
      </div>
      {children}
    </Card>
  );
}
