let known: Promise<ReadonlySet<string>> | undefined;

/**
 * The world's commonest passwords, 49,000 out of lists that leaked, all lower case. They are read when a
 * password is first chosen: 60 ms, once in a process.
 */
export const knownPasswords = (): Promise<ReadonlySet<string>> =>
  (known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));
