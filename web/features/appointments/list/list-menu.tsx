import { CheckCheck, ChevronDown, FileDown, Printer } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx';

interface ListMenuProps {
  onConfirmAll(): void;
  onPrint?(): void;
  onExport?(): void;
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** What is done with a whole list of appointments. */
export function ListMenu({ onConfirmAll, onPrint, onExport }: ListMenuProps) {
  return (
    <Menu
      trigger={
        <Button kind="out" size="sm" icon={<ChevronDown {...icon} />}>
          {t('staff.list.more')}
        </Button>
      }
    >
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
