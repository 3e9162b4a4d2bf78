import { cx } from './cx.ts';

export type ButtonKind = 'pri' | 'sec' | 'out' | 'gho' | 'dan';
export type ButtonSize = 'sm' | 'md' | 'lg';
export type ButtonLook = { kind?: ButtonKind; size?: ButtonSize; block?: boolean };

const kinds: Record<ButtonKind, string> = {
  pri: 'bg-btn text-btn-ink hover:bg-btn-hover active:bg-btn-press border-transparent',
  sec: 'bg-btn2 text-btn2-ink hover:bg-btn2-hover border-transparent',
  out: 'bg-surface text-ink border-line-2 hover:border-control',
  gho: 'text-ink-2 border-transparent hover:bg-tint hover:text-ink',
  dan: 'bg-danger-soft text-danger border-transparent hover:border-danger',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-dense touch:min-h-tap px-[14px] py-[6px] text-small rounded-sm',
  md: 'min-h-ctl py-[10px] text-ui rounded-ctl',
  lg: 'min-h-14 px-[30px] py-[10px] text-body rounded-lg',
};

const disabledClass = 'disabled:bg-sunk disabled:text-ink-off disabled:border-line';

export function getButtonClass({ kind = 'pri', size = 'md', block }: ButtonLook, extra?: string): string {
  return cx(
    'inline-flex items-center justify-center gap-2 max-w-full border font-strong leading-[1.2] arabic:leading-[1.5] text-center select-none transition-colors',
    kinds[kind],
    sizes[size],
    size === 'md' && (kind === 'gho' ? 'px-[14px]' : 'px-[22px]'),
    disabledClass,
    block && 'w-full',
    extra,
  );
}
