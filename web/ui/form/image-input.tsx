import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { FieldError } from './field.tsx';

export type ImageInputProps = {
  label: string;
  help: string;
  /** URL of the current image. */
  value: string | null | undefined;
  accept: readonly string[];
  labels: { choose: string; replace: string; remove: string; busy: string };
  busy?: boolean;
  error?: string;
  /** `contain` for a logo, `cover` for a photo. */
  fit?: 'contain' | 'cover';
  className?: string;
  onPick(file: File): void;
  onRemove(): void;
};

/** An image with buttons to choose and remove it. The caller uploads the file and passes its URL. */
export function ImageInput({
  label,
  help,
  value,
  accept,
  labels,
  busy,
  error,
  fit = 'cover',
  className,
  onPick,
  onRemove,
}: ImageInputProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div role="group" aria-label={label} className={cx('grid content-start gap-[6px]', className)}>
      <span className="text-small font-strong">{label}</span>
      <div className="flex flex-wrap items-center gap-3 rounded-ctl border border-dashed border-line-2 p-3">
        <span className="grid size-20 flex-none place-items-center overflow-hidden rounded-sm bg-sunk text-ink-3">
          {value ? (
            <img
              src={value}
              alt=""
              className={cx('size-full', fit === 'cover' ? 'object-cover' : 'object-contain p-1')}
            />
          ) : (
            <ImagePlus size={26} strokeWidth={1.5} aria-hidden="true" />
          )}
        </span>
        <div className="grid min-w-0 flex-1 gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              kind="sec"
              size="sm"
              busy={busy}
              busyLabel={labels.busy}
              onClick={() => file.current?.click()}
            >
              {value ? labels.replace : labels.choose}
            </Button>
            {value && (
              <Button
                kind="gho"
                size="sm"
                icon={<Trash2 size={18} strokeWidth={1.7} aria-hidden="true" />}
                onClick={onRemove}
              >
                {labels.remove}
              </Button>
            )}
          </div>
          <p className="text-xs leading-[1.5] text-ink-2">{help}</p>
        </div>
        <input
          ref={file}
          type="file"
          accept={accept.join(',')}
          tabIndex={-1}
          aria-label={labels.choose}
          className="sr-only"
          onChange={({ target }) => {
            const [picked] = target.files ?? [];
            target.value = '';
            if (picked) onPick(picked);
          }}
        />
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
