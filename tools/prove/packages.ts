/** Message with the Debian packages to install. */
export const wanted = (packages: readonly string[]): string =>
  `${packages.join(' and ')} wanted: apt-get install ${packages.join(' ')}`;
