import { render } from '#server/delivery/render.ts';
import type { NotificationRow } from '#server/features/notifications/queries.ts';
import type { Viewer } from '#server/http/session.ts';
import type { Notification } from '#shared/contract/notifications.ts';
import type { Role } from '#shared/domain/roles.ts';
import type { Lang, MessageParams } from '#shared/messages/catalogue.ts';

const visitPages: Record<Role, string> = {
  patient: '/profile?tab=appointments',
  user: '/profile',
  doctor: '/doctor/dashboard',
  admin: '/admin/dashboard',
};

/** To the visit while there is one, else where the message points. */
function hrefOf({ template, params, appointmentId }: NotificationRow, { role }: Viewer): string | null {
  if (appointmentId !== null && !template.startsWith('cancelled')) return visitPages[role];
  const { link } = params;
  return typeof link === 'string' && /^\/(?!\/)/.test(link) ? link : null;
}

/** A message in the app, in the language the page is read in. */
export function presentNotification(row: NotificationRow, viewer: Viewer, lang: Lang, clinic: string): Notification {
  const letter = { locale: lang, template: row.template, params: row.params as MessageParams, secrets: null };
  const { subject, short } = render(letter, { clinic, publicUrl: '' });
  return {
    id: row.id,
    kind: row.template,
    title: subject,
    body: short,
    href: hrefOf(row, viewer),
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}
