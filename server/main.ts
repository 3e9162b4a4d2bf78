import module from 'node:module';

// Keeps compiled code between starts, from Node 22.1 on. What is imported before the call is not kept.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const { describeError, runCommandLine } = await import('./commands/commands.ts');
try {
  const result = await runCommandLine(process.argv.slice(2));
  if (result !== undefined) console.log(result);
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}
