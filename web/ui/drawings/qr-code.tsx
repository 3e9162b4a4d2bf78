import { encodeQR } from 'qr';
import { useMemo } from 'react';

interface QrCodeProps {
  text: string;
  /** Accessible name. */
  label: string;
  /** Error correction level: `quartile` tolerates more damage, for a poster that hangs for months. */
  strength?: 'medium' | 'quartile';
  className?: string;
}

/** The dark modules as one path, inside a quiet zone of four modules. */
function drawQrPath(text: string, ecc: NonNullable<QrCodeProps['strength']>) {
  const rows = encodeQR(text, 'raw', { ecc, border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size: rows.length, path: path.join('') };
}

/** A text as a QR code, black on white in both themes, as phones require it. */
export function QrCode({ text, label, strength = 'medium', className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawQrPath(text, strength), [text, strength]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
