import { ArrowRight } from 'lucide-react';
import type { Location } from '#shared/contract/locations.ts';
import { doctorPath } from '#shared/domain/people/doctor-address.ts';
import type { ListedDoctor } from '#shared/page.ts';
import { Card } from '#web/ui/card.tsx';
import { DoctorLines } from './doctor-lines.tsx';
import { DoctorPortrait } from './doctor-portrait.tsx';
import { formatDoctorName } from './doctor-words.ts';

interface DoctorsListProps {
  doctors: readonly ListedDoctor[];
  locations: readonly Location[];
  /** Path of a page in the current language. */
  pathOf(path: string): string;
}

/** A card for every doctor with a page, linked to it. */
export function DoctorsList({ doctors, locations, pathOf }: DoctorsListProps) {
  return (
    <ul className="grid gap-[14px] md:grid-cols-2 md:gap-[clamp(16px,1.7vw,22px)] xl:grid-cols-3">
      {doctors.map((doctor) => (
        <Card key={doctor.id} as="li" className="relative grid content-start gap-4 p-5">
          <div className="flex items-center gap-4">
            <DoctorPortrait doctor={doctor} />
            <h2 className="min-w-0 font-text text-lead leading-snug font-strong tracking-[0]">
              <a
                href={pathOf(doctorPath(doctor))}
                className="inline-flex min-h-tap items-center gap-2 underline-offset-4 after:absolute after:inset-0 after:content-[''] hover:underline"
              >
                {formatDoctorName(doctor)}
                <ArrowRight size={18} strokeWidth={1.7} aria-hidden="true" className="flip text-accent" />
              </a>
            </h2>
          </div>
          <DoctorLines doctor={doctor} locations={locations} />
        </Card>
      ))}
    </ul>
  );
}
