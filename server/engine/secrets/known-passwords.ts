let known: Promise<ReadonlySet<string>> | undefined;

/**
 * The 49,000 most common passwords of leaked lists, in lower case. They are read when a password is first
 * chosen: 60 ms, once per process.
 */
export const knownPasswords = (): Promise<ReadonlySet<string>> =>
  (known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ));
