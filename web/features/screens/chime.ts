/** Two soft notes, one after the other. A browser that was not touched yet keeps them to itself. */
const notes = [659, 523] as const;
let context: AudioContext | undefined;

/** Lets the chime sound from now on; done by somebody's touch. */
export async function allowChime(): Promise<boolean> {
  context ??= new AudioContext();
  await context.resume();
  return context.state === 'running';
}

export const mayChime = (): boolean => context?.state === 'running';

export function chime(): void {
  if (!context || !mayChime()) return;
  const { currentTime, destination } = context;
  for (const [i, frequency] of notes.entries()) {
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
