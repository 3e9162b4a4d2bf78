import module from 'node:module';

// Caches compiled code between starts, from Node 22.1 on. Modules imported before the call are not cached.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const { describeError, runCommandLine } = await import('./commands/commands.ts');
try {
  const result = await runCommandLine(process.argv.slice(2));
  if (result !== undefined) console.log(result);
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}
