import { type SQL, sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import { findCodeChannels } from '#server/engine/delivery/code-channels.ts';
import { type Recipient } from '#server/engine/delivery/queries.ts';
import { lastSpentTextDay } from '#server/engine/delivery/text-budget.ts';

const gatewayChannels = ['email', 'sms', 'whatsapp'] as const;
const isGatewayMissing = (channel: (typeof gatewayChannels)[number]): SQL =>
  sql`exists (select from gateways where channel = ${sql.raw(`'${channel}'`)} and not configured)`;

/**
 * Stores in the database which channels have a gateway, so that SQL can decide who is reached. On a local
 * machine without any gateway the log shows the messages, so all channels count.
 */
export async function saveGateways(db: Db, config: Config): Promise<void> {
  const { codes, kept } = findCodeChannels(config);
  const configured = gatewayChannels.map((channel) => kept || codes.includes(channel));
  await db.execute(sql`insert into gateways (channel, configured)
    select * from unnest(${sql.param([...gatewayChannels])}::text[], ${sql.param(configured)}::boolean[])
    on conflict (channel) do update set configured = excluded.configured
      where gateways.configured <> excluded.configured`);
}

/** The channels without a gateway. */
const missingGateways = sql<string[]>`array(select channel from gateways where not configured)`;

/** `canReceiveTexts` of `phone-text.ts` for the phone of a row of `users`; false without a phone. */
const canRowReceiveTexts = (user: string): SQL => {
  const phone = sql.raw(`${user}.phone`);
  return sql`coalesce(${phone} not like '+20%' or ${phone} ~ '^[+]201[0125][0-9]{8}$', false)`;
};

/** The channels of a row of `users`: the chosen ones, else `defaultChannels` of `contact-channels.ts`. */
export const channelsOfRow = (user: string): SQL => {
  const row = sql.raw(user);
  return sql`coalesce(${row}.channels, array_remove(array[
    case when not ${canRowReceiveTexts(user)} then null
      when ${isGatewayMissing('sms')} and not ${isGatewayMissing('whatsapp')} then 'whatsapp' else 'sms' end,
    case when ${row}.email is not null then 'email' end], null))`;
};

/**
 * Whether an address in a row of `users` is known to belong to the person: it is confirmed, or staff entered
 * it. The audit trail says who changed it last, or whether it was known in the record that a merge took it
 * from; without such an entry, the creator of the account entered it. A second phone cannot be confirmed.
 */
export function isContactKnown(user: string, field: 'email' | 'phone' | 'secondaryPhone'): SQL<boolean> {
  const row = sql.raw(user);
  const confirmedAt =
    field === 'secondaryPhone' ? sql`null` : sql`${row}.${sql.raw(`${field}_confirmed_at`)}`;
  return sql<boolean>`(${confirmedAt} is not null
    or ${row}.role in ('receptionist', 'doctor', 'admin')
    or coalesce((select case when e.action = 'user_changed' then e.actor_id is distinct from ${row}.id
        else e.after -> 'known' ? ${sql.raw(`'${field}'`)} end
      from events e where e.subject = 'users' and e.subject_id = ${row}.id
        and e.action in ('user_changed', 'records_joined', 'records_parted')
        and e.after -> 'fields' ? ${sql.raw(`'${field}'`)}
        order by e.id desc limit 1), ${row}.created_by is not null))`;
}

/** `isReachable` of `contact-channels.ts` for a row of `users` that reads its own messages. */
export const isRowReached = (user: string): SQL => {
  const row = sql.raw(user);
  const by = (channel: string) => sql`${sql.raw(`'${channel}'`)} = any(${channelsOfRow(user)})`;
  return sql`(${row}.erased_at is null and ${row}.deactivated_at is null and (
    ${canRowReceiveTexts(user)} and (${by('sms')} and not ${isGatewayMissing('sms')}
      or ${by('whatsapp')} and not ${isGatewayMissing('whatsapp')}) and ${isContactKnown(user, 'phone')}
    or ${row}.email is not null and ${by('email')} and not ${isGatewayMissing('email')}
      and ${isContactKnown(user, 'email')}
    or ${by('push')}))`;
};

/** Whether the number of a row of `users` is known to belong to the person. */
export const isPhoneKnown = isContactKnown('users', 'phone');

/** Columns of a recipient, of a row of `users`. */
export const recipientColumns = sql`users.id, users.name, users.email, users.phone, users.locale,
  ${channelsOfRow('users')} as channels, users.reach, ${isContactKnown('users', 'email')} as "emailKnown",
  ${isPhoneKnown} as "phoneKnown", ${missingGateways} as "missingGateways",
  ${lastSpentTextDay} as "textsSpentOn"`;

/** Erased people get no messages. */
export async function findRecipient(db: Db, userId: number): Promise<Recipient | undefined> {
  const { rows } = await db.execute<Recipient & Record<string, unknown>>(sql`${prepared}
    select ${recipientColumns} from users
    where id = ${userId} and erased_at is null and deactivated_at is null`);
  return rows[0];
}
