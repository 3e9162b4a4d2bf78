interface Named {
  readonly id: number;
  readonly name: string;
}

const marks = /\p{M}/gu;

/**
 * Path of a doctor's page: her name in Latin letters and her id. Only the id is used to find her, so the name
 * may change.
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

/** The doctor of a path, whichever name it contains. */
export function findDoctorByPath<D extends Named>(doctors: readonly D[], path: string): D | undefined {
  const id = Number(/^\/doctors\/(?:[^/]*-)?([1-9]\d{0,8})$/.exec(path)?.[1]);
  return doctors.find((doctor) => doctor.id === id);
}
