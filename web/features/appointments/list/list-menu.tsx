import {
  CheckCheck,
  ChevronDown,
  ChevronUp,
  FileDown,
  MessageSquareText,
  Printer,
  UserPlus,
} from 'lucide-react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx';

interface ListMenuProps {
  onConfirmAll(): void;
  /** On a phone the menu also contains actions that are buttons on a desktop. */
  phone: {
    onEarlier?: (() => void) | undefined;
    onWrite?: (() => void) | undefined;
    onAddPatient?: (() => void) | undefined;
  };
  onPrint?(): void;
  onExport?(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Actions for the whole list. */
export function ListMenu({ onConfirmAll, phone, onPrint, onExport }: ListMenuProps) {
  return (
    <Menu
      trigger={
        <Button kind="out" size="sm" icon={<ChevronDown {...icon} />}>
          {t('staff.list.more')}
        </Button>
      }
    >
      {phone.onEarlier && (
        <MenuItem onlyPhone icon={<ChevronUp {...icon} />} onSelect={phone.onEarlier}>
          {t('staff.appointments.earlier')}
        </MenuItem>
      )}
      {phone.onWrite && (
        <MenuItem onlyPhone icon={<MessageSquareText {...icon} />} onSelect={phone.onWrite}>
          {t('staff.notice.open')}
        </MenuItem>
      )}
      {phone.onAddPatient && (
        <MenuItem onlyPhone icon={<UserPlus {...icon} />} onSelect={phone.onAddPatient}>
          {t('staff.appointments.addPatient')}
        </MenuItem>
      )}
      <MenuItem icon={<CheckCheck {...icon} />} onSelect={onConfirmAll}>
        {t('staff.confirmAll.pending')}
      </MenuItem>
      {onPrint && (
        <MenuItem icon={<Printer {...icon} />} onSelect={onPrint}>
          {t('common.action.print')}
        </MenuItem>
      )}
      {onExport && (
        <MenuItem icon={<FileDown {...icon} />} onSelect={onExport}>
          {t('common.action.export')}
        </MenuItem>
      )}
    </Menu>
  );
}
