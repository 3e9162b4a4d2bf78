import type { Dictionary } from '#shared/messages/catalogue.ts';

export const files = import.meta.glob<Record<string, Dictionary>>([
  '../../shared/messages/ar/*.ts',
  '!../../shared/messages/ar/{mail,copy,errors-answers}.ts',
]);
