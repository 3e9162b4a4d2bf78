import { encodeQR } from 'qr';
import { useMemo } from 'react';

interface QrCodeProps {
  text: string;
  /** What it is, for who does not see it. */
  label: string;
  /** How much of it may be lost: more on paper that hangs for months. */
  strength?: 'medium' | 'quartile';
  className?: string;
}

/** The modules as one path, a quiet edge of four around them. */
function pathOf(text: string, ecc: NonNullable<QrCodeProps['strength']>) {
  const rows = encodeQR(text, 'raw', { ecc, border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size: rows.length, path: path.join('') };
}

/** A text as a QR code, black on white in either theme: phones read no other. */
export function QrCode({ text, label, strength = 'medium', className }: QrCodeProps) {
  const { size, path } = useMemo(() => pathOf(text, strength), [text, strength]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
