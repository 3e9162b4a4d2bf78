import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { getControlClass } from './control-look.ts';
import { useFieldControl } from './field-control.ts';

export type TextInputProps = ComponentProps<'input'> & {
  dense?: boolean;
  /** Icon of 20 px at the start. */
  icon?: ReactNode;
  /** Button or unit inside the box, at its end. */
  end?: ReactNode;
};

/**
 * Inputs for e-mail, phone, codes and usernames use `dir="ltr"`; they stay aligned with the page. With
 * `dir="auto"` the text has its own direction, while the icon and the button keep the sides of the page.
 */
export function TextInput({ dense, icon, end, className, type = 'text', dir, ...rest }: TextInputProps) {
  const input = (
    <input
      {...rest}
      {...useFieldControl(rest)}
      type={type}
      dir={dir === 'auto' ? undefined : dir}
      className={getControlClass(
        dense ? 'dense' : 'normal',
        cx(
          icon ? 'ps-11' : 'ps-[14px]',
          end ? 'pe-[52px]' : 'pe-[14px]',
          dir === 'ltr' && getLtrInputClass(icon, end),
          dir === 'auto' && '[unicode-bidi:plaintext]',
          className,
        ),
      )}
    />
  );
  if (!icon && !end) return input;
  return (
    <span className="relative block">
      {icon && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-[14px] grid place-items-center text-ink-3"
        >
          {icon}
        </span>
      )}
      {input}
      {end && <span className="absolute inset-y-0 end-[2px] grid place-items-center">{end}</span>}
    </span>
  );
}

/** A left-to-right input on an Arabic page: text, icon and button stay on the sides of the page. */
function getLtrInputClass(icon: ReactNode, end: ReactNode): string {
  return cx(
    'arabic:text-end',
    icon ? 'arabic:pe-11' : 'arabic:pe-[14px]',
    end ? 'arabic:ps-[52px]' : 'arabic:ps-[14px]',
  );
}
