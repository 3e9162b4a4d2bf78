import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';
import { now as present } from '#web/api/clock.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';

interface PatientLineProps {
  name: string;
  phone: string | null;
  reach: PhoneReach | null;
  /** Address of the patient's file. */
  href: string;
}

/** Name and phone of a patient; the name links to the file. */
export function PatientLine({ name, phone, reach, href }: PatientLineProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} />
      <span className="grid min-w-0">
        <a
          href={href}
          className="link block min-h-6 wrap-anywhere leading-6 font-strong text-ink!"
          dir="auto"
        >
          {name}
        </a>
        <span className="text-small">
          <PatientPhone now={present()} phone={phone} reach={reach} />
        </span>
      </span>
    </span>
  );
}
