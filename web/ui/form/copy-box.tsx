import { useState } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from './text-input.tsx';

/** One line to be taken elsewhere: shown, selected when it is entered, copied by a button. */
export function CopyBox({ label, value, className }: { label: string; value: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }
  return (
    <span className={cx('flex gap-2', className)}>
      <TextInput
        readOnly
        dir="ltr"
        aria-label={label}
        value={value}
        onFocus={({ target }) => target.select()}
      />
      <Button kind="out" className="flex-none" onClick={() => void copy().catch(() => undefined)}>
        {t(copied ? 'common.action.copied' : 'common.action.copy')}
      </Button>
    </span>
  );
}
