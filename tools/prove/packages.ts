/** What to install for it, where Debian's packages are not there. */
export const wanted = (packages: readonly string[]): string =>
  `${packages.join(' and ')} wanted: apt-get install ${packages.join(' ')}`;
