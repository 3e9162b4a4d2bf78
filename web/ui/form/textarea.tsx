import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';
import { getControlClass } from './control-look.ts';
import { useFieldControl } from './field-control.ts';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      {...useFieldControl(rest)}
      className={getControlClass('area', cx('block resize-y px-[14px] leading-body', className))}
    />
  );
}
