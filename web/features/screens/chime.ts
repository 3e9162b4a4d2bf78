/** Frequencies in hertz of two soft notes. A browser plays no sound before the user has touched the page. */
const chimeFrequencies = [659, 523] as const;
let context: AudioContext | undefined;

/** Enables the chime; call it from a touch or click. */
export async function enableChime(): Promise<boolean> {
  context ??= new AudioContext();
  await context.resume();
  return context.state === 'running';
}

export const canPlayChime = (): boolean => context?.state === 'running';

export function playChime(): void {
  if (!context || !canPlayChime()) return;
  const { currentTime, destination } = context;
  for (const [i, frequency] of chimeFrequencies.entries()) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const at = currentTime + i * 0.35;
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.18, at + 0.04);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 1.2);
    tone.connect(loudness).connect(destination);
    tone.start(at);
    tone.stop(at + 1.3);
  }
}
