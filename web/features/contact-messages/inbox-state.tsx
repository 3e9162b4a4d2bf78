import { CircleDot, CornerUpLeft, Eye, Lock } from 'lucide-react';
import type { ContactMessage } from '#shared/contract/contact-messages.ts';
import { t } from '#web/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';

const looks = {
  new: { tone: 'warning', icon: CircleDot },
  read: { tone: 'info', icon: Eye },
  answered: { tone: 'success', icon: CornerUpLeft },
  closed: { tone: 'neutral', icon: Lock },
} as const;

export const inboxStates = [
  'new',
  'read',
  'answered',
  'closed',
] as const satisfies readonly ContactMessage['state'][];

export function InboxState({ state }: { state: ContactMessage['state'] }) {
  const { tone, icon } = looks[state];
  return (
    <Pill tone={tone} icon={icon}>
      {t(`admin.messages.state.${state}`)}
    </Pill>
  );
}
