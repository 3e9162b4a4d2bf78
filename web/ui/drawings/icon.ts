import { createElement, type SVGProps } from 'react';

type Part = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** What lucide-react knows of one of its icons. */
interface Drawn {
  readonly name: string;
  readonly node: readonly Part[];
  readonly aliases?: readonly string[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/**
 * What lucide-react makes of an icon, for the little that we say of one: the same picture, without a context,
 * other names of attributes and other sizes of canvas. The browser's build takes it in their place
 * (`tools/bundle/direct-imports.ts`).
 */
export function icon({ name, node, aliases = [] }: Drawn) {
  const names = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ');
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, strokeWidth = 2, className, ...said }: IconProps) {
    const isSaid = Object.keys(said).some((name) => /^(?:aria-|role$)/.test(name));
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${names} ${className}` : names,
        ...(isSaid ? {} : { 'aria-hidden': 'true' as const }),
        ...said,
      },
      ...parts,
    );
  };
}
