import { Archive, CheckCheck, CircleSlash, Hourglass, RefreshCw, X } from 'lucide-react';
import type { SentMessage } from '#shared/contract/logs.ts';
import { t } from '#web/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';

const looks = {
  queued: { tone: 'warning', icon: Hourglass },
  sent: { tone: 'success', icon: CheckCheck },
  kept: { tone: 'info', icon: Archive },
  failed: { tone: 'warning', icon: RefreshCw },
  dead: { tone: 'danger', icon: X },
  skipped: { tone: 'neutral', icon: CircleSlash },
} as const;

export function MessageState({ state }: { state: SentMessage['state'] }) {
  const { tone, icon } = looks[state];
  return (
    <Pill tone={tone} icon={icon}>
      {t(`logs.state.${state}`)}
    </Pill>
  );
}
