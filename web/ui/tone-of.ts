/** Chooses a tone by name: the same name always gets the same tone. */
export function pickTone<T>(name: string, tones: readonly [T, ...T[]]): T {
  let sum = 0;
  for (let at = 0; at < name.length; at += 1) sum += name.charCodeAt(at);
  return tones[sum % tones.length] ?? tones[0];
}
