import { cx } from '#web/ui/cx.ts';

const box =
  'w-full min-w-0 border bg-surface text-ink leading-ui transition-[border-color,box-shadow] hover:border-ink-2 focus:border-focus focus:shadow-[0_0_0_3px_color-mix(in_srgb,var(--focus)_22%,transparent)] focus:outline-0 aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--danger)] aria-invalid:focus:shadow-[0_0_0_1px_var(--danger),0_0_0_4px_color-mix(in_srgb,var(--danger)_22%,transparent)] disabled:border-line-2 disabled:bg-sunk disabled:text-ink-off disabled:opacity-100';

const sizes = {
  normal: 'min-h-ctl rounded-ctl border-control py-[10px] text-input',
  dense:
    'min-h-dense touch:min-h-tap rounded-sm border-line-2 hover:border-control py-[6px] text-small touch:text-input',
  area: 'min-h-32 rounded-ctl border-control py-[10px] text-input',
};

/**
 * Classes of every input. `dense` is for the filter bars of staff. On touch devices both sizes are at least
 * 44 px high with text of 16 px, so that iOS does not zoom in.
 */
export function getControlClass(size: keyof typeof sizes, extra?: string): string {
  return cx(box, sizes[size], extra);
}
