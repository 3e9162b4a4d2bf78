import { cx } from '#web/ui/cx.ts';
import { isServiceIconName, type ServiceIconDrawing, serviceIcons } from './service-icon-paths.ts';

/** The icon of a service; an unknown name shows the icon of the clinic. Place it inside a `Petal`. */
export function ServiceIcon({ name, className }: { name: string; className?: string }) {
  const { fill, line, accent }: ServiceIconDrawing = serviceIcons[isServiceIconName(name) ? name : 'clinic'];
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={cx('size-[30px]', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {fill && <path d={fill} fill="var(--accent)" fillOpacity=".18" stroke="none" />}
      {line && <path d={line} />}
      {accent && <path d={accent} stroke="var(--accent)" />}
    </svg>
  );
}
