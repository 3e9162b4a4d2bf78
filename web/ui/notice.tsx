import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type NoticeKind = 'info' | 'success' | 'warn' | 'danger';

const looks = {
  info: { Icon: Info, look: 'bg-tint text-ink', icon: 'text-accent' },
  success: { Icon: CircleCheck, look: 'bg-tone-success-bg text-tone-success', icon: '' },
  warn: { Icon: TriangleAlert, look: 'bg-tone-warning-bg text-tone-warning', icon: '' },
  danger: { Icon: CircleAlert, look: 'bg-danger-soft text-danger', icon: '' },
};

export type NoticeProps = {
  kind?: NoticeKind;
  title?: ReactNode;
  live?: boolean;
  className?: string;
  children?: ReactNode;
};

/**
 * A message panel in the page. Set `live` if it appears while the page is open: screen readers announce
 * danger at once and other kinds when they are idle.
 */
export function Notice({ kind = 'info', title, live, className, children }: NoticeProps) {
  const { Icon, look, icon } = looks[kind];
  return (
    <div
      role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}
      className={cx('flex items-start gap-3 rounded-item px-4 py-3 text-ui leading-[1.5]', look, className)}
    >
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" className={cx('mt-[2px]', icon)} />
      <div className="min-w-0">
        {title && <b className="block">{title}</b>}
        {children}
      </div>
    </div>
  );
}
