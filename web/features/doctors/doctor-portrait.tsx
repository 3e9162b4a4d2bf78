import type { ListedDoctor } from '#shared/page.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { formatDoctorName } from './doctor-words.ts';

/** The doctor's photo or initials: decorative, because the name is beside it. */
export function DoctorPortrait({ doctor, large = false }: { doctor: ListedDoctor; large?: boolean }) {
  const size = large ? 'size-28 text-[2.25rem]! md:size-36' : 'size-16 text-lead!';
  if (!doctor.photoUrl) return <Avatar name={formatDoctorName(doctor)} className={size} />;
  return (
    <img
      src={doctor.photoUrl}
      alt=""
      width={144}
      height={144}
      loading={large ? 'eager' : 'lazy'}
      className={cx('petal petal-small flex-none object-cover', size)}
    />
  );
}
