interface Named {
  readonly id: number;
  readonly name: string;
}

const marks = /\p{M}/gu;

/**
 * The address of a doctor's page: her name as Latin letters say it, and her number, by which she is found
 * whatever she is called later.
 */
export function doctorPath({ id, name }: Named): string {
  const words = name
    .normalize('NFD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/^dr\b/, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return `/doctors/${[...words, id].join('-')}`;
}

/** Whose page an address asks for, under whichever name. */
export function doctorAt<D extends Named>(doctors: readonly D[], path: string): D | undefined {
  const id = Number(/^\/doctors\/(?:[^/]*-)?([1-9]\d{0,8})$/.exec(path)?.[1]);
  return doctors.find((doctor) => doctor.id === id);
}
