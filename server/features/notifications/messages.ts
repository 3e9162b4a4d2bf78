import { type Letterhead, render } from '#server/engine/delivery/render.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { Notification } from '#shared/contract/notifications.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { type MessageKind, messageKindOf, messageKindRow } from '#shared/domain/message-kinds.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import { apart, type MessageParams } from '#shared/messages/catalogue.ts';
import type { NotificationRow } from './queries.ts';

const visitPages: Record<Role, string> = {
  patient: '/profile?tab=appointments',
  user: '/profile',
  receptionist: '/clinic/day',
  doctor: '/doctor/dashboard',
  admin: '/admin/dashboard',
};

/** Opens the appointment while it exists, else the link of the message. */
function notificationHref(
  kind: MessageKind,
  { params, appointmentId }: NotificationRow,
  { role }: Viewer,
): string | null {
  if (appointmentId !== null && messageKindRow(kind).opens === 'visit') return visitPages[role];
  const { link } = params;
  return typeof link === 'string' && /^\/(?!\/)/.test(link) ? link : null;
}

/** Context for reading a message: language of the page, letterhead, and branches. */
export interface NotificationContext {
  lang: Lang;
  letterhead: Letterhead;
  locations: readonly Pick<Location, 'id' | 'name' | 'nameAr'>[];
}

/**
 * The branch in the reader's language, isolated from the direction of the sentence; a person's name if its
 * direction differs.
 */
function localizeNames(params: MessageParams, { lang, locations }: NotificationContext): MessageParams {
  const { location, locationId, name: person } = params;
  const named = { ...params, ...(person !== undefined && apart(lang, { name: person })) };
  if (location === undefined) return named;
  const branch = locations.find(({ id }) => id === locationId);
  const name = branch ? (lang === 'ar' && branch.nameAr) || branch.name : location;
  return { ...named, location: `\u2068${name}\u2069` };
}

/** A message in the app, in the language of the page; null if its kind does not exist any more. */
export function presentNotification(
  row: NotificationRow,
  viewer: Viewer,
  reading: NotificationContext,
): Notification | null {
  const kind = messageKindOf(row.template);
  if (!kind) return null;
  const { lang, letterhead } = reading;
  const letter = {
    locale: lang,
    template: kind,
    params: localizeNames(row.params as MessageParams, reading),
    secrets: null,
  };
  const { subject, short } = render(letter, { ...letterhead, publicUrl: '' });
  return {
    id: row.id,
    kind,
    title: subject,
    body: short,
    href: notificationHref(kind, row, viewer),
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}
