import { Archive, CheckCheck, CircleSlash, Hourglass, RefreshCw, X } from 'lucide-react';
import type { SentMessage } from '#shared/contract/logs.ts';
import { t } from '#web/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';

const looks = {
  queued: { tone: 'pending', icon: Hourglass },
  sent: { tone: 'attended', icon: CheckCheck },
  kept: { tone: 'confirmed', icon: Archive },
  failed: { tone: 'pending', icon: RefreshCw },
  dead: { tone: 'cancelled', icon: X },
  skipped: { tone: 'other', icon: CircleSlash },
} as const;

export function MessageState({ state }: { state: SentMessage['state'] }) {
  const { tone, icon } = looks[state];
  return (
    <Pill tone={tone} icon={icon}>
      {t(`logs.state.${state}`)}
    </Pill>
  );
}

/** A message whose words are still there can go out once more. */
export const canSendAgain = ({ state }: Pick<SentMessage, 'state'>): boolean =>
  state === 'kept' || state === 'dead' || state === 'failed';
