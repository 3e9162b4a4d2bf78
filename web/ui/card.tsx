import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function Card({
  as: Tag = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'article' | 'section' | 'ul' | 'li' }) {
  const Box = Tag as 'div';
  return <Box {...rest} className={cx('rounded-card border border-line bg-surface', className)} />;
}
