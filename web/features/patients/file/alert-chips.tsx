import { CircleAlert, CloudOff, Droplet, Heart, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Alert } from '#shared/contract/patients.ts';
import { type AlertKind, lastWeek } from '#shared/domain/people/alerts.ts';
import type { Tone } from '#shared/domain/tones.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Pill } from '#web/ui/pill.tsx';
import { useAlerts } from './use-alerts.ts';

const looks: Record<AlertKind, { icon: LucideIcon; tone: Tone }> = {
  allergy: { icon: CircleAlert, tone: 'danger' },
  pregnancy: { icon: Heart, tone: 'attention' },
  bloodThinner: { icon: Droplet, tone: 'gold' },
  other: { icon: TriangleAlert, tone: 'warning' },
};

/** An alert as text; a pregnancy includes the current week. */
export function formatAlert({ text, week }: Alert): string {
  if (week === null) return text;
  const said =
    week > lastWeek ? t('staff.alert.overdue', { n: lastWeek }) : t('staff.alert.pregnant', { n: week });
  return joinWithComma(said, text || null);
}

interface AlertChipProps {
  alert: Alert;
  /** Shows only the icon where space is short; the text is the accessible name and the tooltip. */
  brief?: boolean;
  className?: string;
}

export function AlertChip({ alert, brief, className }: AlertChipProps) {
  const { icon, tone } = looks[alert.kind];
  return (
    <Pill
      tone={tone}
      icon={icon}
      className={cx('max-w-full whitespace-normal!', brief && 'ps-[6px]! pe-[6px]! gap-0!', className)}
      {...(brief ? { title: formatAlert(alert) } : {})}
    >
      <span dir="auto" className={brief ? 'sr-only' : 'min-w-0 wrap-anywhere'}>
        <span className="sr-only">{t(`staff.alert.kind.${alert.kind}`)} </span>
        {formatAlert(alert)}
      </span>
    </Pill>
  );
}

/** The alerts could not be loaded: says so, because showing nothing would mean that the patient has none. */
export const AlertsUnknownNotice = () => (
  <Pill tone="neutral" icon={CloudOff} className="whitespace-normal!">
    {t('staff.alert.notKnown')}
  </Pill>
);

/** Alerts of a patient beside the name, for doctors; nothing for other users. */
export function AlertChips({
  patientId,
  brief = false,
  className,
}: Pick<AlertChipProps, 'brief' | 'className'> & { patientId: number }) {
  const { alerts, failed } = useAlerts(patientId);
  if (alerts.length === 0 && !failed) return null;
  return (
    <span
      role="group"
      aria-label={t('staff.alert.label')}
      className={cx('flex gap-1', !brief && 'flex-wrap', className)}
    >
      {alerts.map((alert) => (
        <AlertChip key={alert.id} alert={alert} brief={brief} />
      ))}
      {failed && <AlertsUnknownNotice />}
    </span>
  );
}
