import type { Dictionary } from '#shared/messages/catalogue.ts';

export const files = import.meta.glob<Record<string, Dictionary>>([
  '../../shared/messages/en/*.ts',
  '!../../shared/messages/en/{mail,copy,errors-answers}.ts',
  // Part of the file of their area, which exports them.
  '!../../shared/messages/en/{admin,desk,logs,privacy,staff}-*.ts',
  '!../../shared/messages/en/{*-staff,account-profile,booking-missed}.ts',
]);
