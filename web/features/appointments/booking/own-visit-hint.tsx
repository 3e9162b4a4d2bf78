import { type ReactNode, Suspense, useEffect } from 'react';
import type { Lang } from '#shared/domain/languages.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import type { OwnVisitNoticeProps } from './own-visit-notice.tsx';
import { useOwnVisit } from './own-visits.ts';

/** Loaded for patients who have another appointment on the chosen day. */
const OwnVisitNotice = lazyPart(() =>
  loadWithMessages(['booking'], () => import('./own-visit-notice.tsx')).then((m) => m.OwnVisitNotice),
);

/** The patient whose appointments are compared with the choice, and the data of the comparison. */
export interface OwnVisitPatient extends Omit<OwnVisitNoticeProps, 'own' | 'lang'> {
  id: number;
  /** Duration of the chosen service in minutes. */
  minutes: number;
}

interface OwnVisitHintProps {
  lang: Lang;
  patient: OwnVisitPatient | undefined;
  /** A time that has just been taken: the patient herself may have booked it on another page. */
  time?: string | null;
  /** Shown unless the patient herself has that time. */
  children?: ReactNode;
}

/** Shows the patient's other appointment on the chosen day. */
export function OwnVisitHint({ lang, patient, time: lost = null, children }: OwnVisitHintProps) {
  const { locationId, date, time } = patient?.choice ?? {};
  useEffect(() => {
    if (lost) void refetchSubjects(['appointments']);
  }, [lost]);
  const own = useOwnVisit(
    patient?.id ?? null,
    patient && locationId && date ? { locationId, date, time: time ?? lost, minutes: patient.minutes } : null,
  );
  if (!patient || !own) return children;
  return (
    <>
      {own.is !== 'same' && children}
      <Suspense fallback={null}>
        <OwnVisitNotice {...patient} lang={lang} own={own} />
      </Suspense>
    </>
  );
}
