import { EllipsisVertical } from 'lucide-react';
import { t } from '#web/i18n.ts';
import { IconButton, type IconButtonProps } from './icon-button.tsx';

/** Button of a menu with the actions for one person or thing, by its name. */
export function MoreButton({ name, ...rest }: Omit<IconButtonProps, 'label' | 'word'> & { name: string }) {
  return (
    <IconButton {...rest} label={t('common.action.actionsFor', { name })} word={t('common.action.more')}>
      <EllipsisVertical size={18} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  );
}
