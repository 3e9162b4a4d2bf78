import { Clock, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { branchDoctors, type FreeTime } from '#shared/contract/doctors.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, pickLanguage, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import type { DoctorChoice } from './doctor-choice.ts';

interface DoctorCardsProps {
  locationId: number;
  serviceId: number | null;
  value: DoctorChoice | null;
  onChange(choice: DoctorChoice): void;
}

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Choice of a doctor; each card shows the first free time. */
export function DoctorCards({ locationId, serviceId, value, onChange }: DoctorCardsProps) {
  const { data, isError } = useRead(branchDoctors, {
    params: { id: locationId },
    query: { service: String(serviceId ?? '') },
  });
  if (!data && !isError)
    return (
      <LoadingRegion label={t('common.state.loading')} className="grid gap-2 md:grid-cols-2">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="h-[92px]" />
        ))}
      </LoadingRegion>
    );
  const { woman, doctors = [] } = data ?? {};
  const card = (
    choice: DoctorChoice,
    face: ReactNode,
    label: string,
    text: string,
    first?: FreeTime | null,
  ) => ({
    value: String(choice),
    label: (
      <span className="flex items-start gap-3">
        <span className="grid size-9 flex-none place-items-center">{face}</span>
        <span className="min-w-0">
          <span className="block">{label}</span>
          <small className="block text-xs leading-[1.4] font-normal text-ink-2">
            {text}
            {first !== undefined && <FirstFreeTime time={first} />}
          </small>
        </span>
      </span>
    ),
  });
  return (
    <>
      <p className="-mt-2 text-ui text-ink-2">{t('booking.doctor.told')}</p>
      <RadioCards
        name="booking-doctor"
        labelledBy="book-doctor"
        options={[
          ...(woman === undefined
            ? []
            : [
                card(
                  'woman',
                  <UserRound {...icon} />,
                  t('booking.doctor.woman'),
                  t('booking.doctor.womanText'),
                  woman,
                ),
              ]),
          card(
            'any',
            <UsersRound {...icon} />,
            t('booking.doctor.any'),
            t('booking.doctor.anyText'),
            data?.any,
          ),
          ...doctors.map((doctor) =>
            card(
              doctor.id,
              <Avatar name={pickLanguage(doctor.name, doctor.nameAr)} />,
              doctorName(currentLang(), doctor),
              pickLanguage(doctor.speciality, doctor.specialityAr),
              doctor.first,
            ),
          ),
        ]}
        value={value === null ? null : String(value)}
        onChange={(chosen) => onChange(chosen === 'any' || chosen === 'woman' ? chosen : Number(chosen))}
      />
    </>
  );
}

function FirstFreeTime({ time }: { time: FreeTime | null }) {
  return (
    <span className="num mt-1 flex items-center gap-1">
      <Clock size={14} strokeWidth={1.7} aria-hidden="true" />
      {time ? formatVisit(currentLang(), time.date, time.time) : t('booking.doctor.noTime')}
    </span>
  );
}
