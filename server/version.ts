import packageJson from '../package.json' with { type: 'json' };

/** The version of this program. `package.json` is the only place that states it. */
export const { version } = packageJson;
