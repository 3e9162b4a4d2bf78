import { useState } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from './text-input.tsx';
import { Textarea } from './textarea.tsx';

interface CopyBoxProps {
  label: string;
  value: string;
  /** Number of lines to show, for a text of several lines. */
  lines?: number;
  className?: string;
}

/** A read-only text to copy: selected on focus, copied by a button. */
export function CopyBox({ label, value, lines, className }: CopyBoxProps) {
  const [copied, setCopied] = useState<string>();
  async function copy() {
    await navigator.clipboard.writeText(value);
    setCopied(value);
  }
  const box = { readOnly: true, dir: 'ltr', 'aria-label': label, value } as const;
  return (
    <span className={cx('flex gap-2', lines && 'max-sm:flex-col', className)}>
      {lines ? (
        <Textarea
          {...box}
          rows={lines}
          spellCheck={false}
          className="text-small"
          onFocus={({ target }) => target.select()}
        />
      ) : (
        <TextInput {...box} onFocus={({ target }) => target.select()} />
      )}
      <Button
        kind="out"
        className="flex-none self-start max-sm:self-stretch"
        onClick={() => void copy().catch(() => undefined)}
      >
        {t(copied === value ? 'common.action.copied' : 'common.action.copy')}
      </Button>
    </span>
  );
}
