import type { LucideIcon } from 'lucide-react';
import { Languages, MapPin, Stethoscope, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import type { ListedDoctor } from '#shared/page.ts';
import { joinWithComma, pickLanguage, t } from '#web/i18n.ts';
import { formatSpeciality, formatSpokenLanguages, listDoctorBranches } from './doctor-words.ts';

/** Specialty, "woman doctor", languages and branches: one line for each that is known. */
export function DoctorLines({
  doctor,
  locations,
}: {
  doctor: ListedDoctor;
  /** Absent if the page shows the branches elsewhere. */
  locations?: readonly Location[];
}) {
  const branches = listDoctorBranches(doctor, locations ?? []).map(({ name, nameAr }) =>
    pickLanguage(name, nameAr),
  );
  return (
    <ul className="grid gap-2 text-ui leading-[1.5] text-ink-2">
      <Line icon={Stethoscope}>{formatSpeciality(doctor)}</Line>
      <Line icon={UserRound}>{doctor.gender === 'female' && t('public.doctors.woman')}</Line>
      <Line icon={Languages}>{formatSpokenLanguages(doctor)}</Line>
      <Line icon={MapPin}>{branches.length > 0 && joinWithComma(...branches)}</Line>
    </ul>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  if (!children) return null;
  return (
    <li className="flex gap-[10px]">
      <Icon size={18} strokeWidth={1.7} aria-hidden="true" className="mt-[3px] flex-none text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
