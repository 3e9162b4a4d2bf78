import type { Dictionary } from '#shared/messages/catalogue.ts';

export const files = import.meta.glob<Record<string, Dictionary>>([
  '../../shared/messages/en/*.ts',
  '!../../shared/messages/en/{mail,copy,errors-answers}.ts',
]);
