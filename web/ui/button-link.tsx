import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, buttonLook } from './button-look.ts';

/** A link that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink({
  kind,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook & { icon?: ReactNode }) {
  return (
    <a {...rest} className={buttonLook({ kind, size, block }, className)}>
      {icon}
      {children}
    </a>
  );
}
