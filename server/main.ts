import module from 'node:module';

// Keeps compiled code between starts, from Node 22.1 on. What is imported before the call is not kept.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

try {
  const { serve } = await import('./serve.ts');
  await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
