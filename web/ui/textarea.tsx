import type { ComponentProps } from 'react';
import { controlLook } from './control-look.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './field-control.ts';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      {...useFieldControl(rest)}
      className={controlLook('area', cx('block resize-y px-[14px] leading-body', className))}
    />
  );
}
