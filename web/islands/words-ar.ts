import type { Dictionary } from '#shared/messages/catalogue.ts';

export const files = import.meta.glob<Record<string, Dictionary>>([
  '../../shared/messages/ar/*.ts',
  '!../../shared/messages/ar/{mail,copy,errors-answers}.ts',
  // Part of the file of their area, which exports them.
  '!../../shared/messages/ar/{admin,desk,logs,privacy,staff}-*.ts',
  '!../../shared/messages/ar/{*-staff,account-profile,booking-missed}.ts',
]);
