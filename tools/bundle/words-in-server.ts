import { type Plugin, runnerImport } from 'vite';

/** The server reads all words as JSON: what an object of them costs to evaluate is saved at each start. */
export const wordsInServer: Plugin = {
  name: 'words-in-server',
  applyToEnvironment: ({ name }) => name === 'server' || name === 'pages',
  load: {
    filter: { id: /\/shared\/messages\/all-words\.ts$/ },
    async handler(id) {
      const { module } = await runnerImport<Record<string, object>>(id, { configFile: false });
      const read = Object.entries(module).map(([name, words]) => {
        const json = JSON.stringify(JSON.stringify(words));
        return `export const ${name} = JSON.parse(${json});`;
      });
      return { code: read.join('\n'), moduleType: 'js' };
    },
  },
};
