import { type SQL, sql } from 'drizzle-orm';
import type { CopyPart } from '#server/db/person-columns.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Letterhead } from '#server/engine/delivery/render.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import { listMessagesSentTo } from '#server/features/logs/message-actions.ts';
import { isNotOwner, isRecordNumberOf, type UserRow } from '#server/features/users/queries.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { statusesOf } from '#shared/domain/visits/appointment-status.ts';
import type { DataRow, OwnData } from './messages.ts';

/** The person, and the language of the copy. */
export interface CopySubject {
  readonly person: UserRow;
  readonly lang: Lang;
  readonly reference: string;
  readonly head: Letterhead;
  /** The owner is hidden from everybody. */
  readonly hiddenUsername: string | undefined;
}

const localizedColumn = ({ lang }: CopySubject, name: SQL, nameAr: SQL): SQL =>
  lang === 'ar' ? sql`coalesce(${nameAr}, ${name})` : name;

/** A person whom a patient may know of. */
const isSeen = (whose: CopySubject, id: SQL): SQL => sql`(${isNotOwner(whose, id) ?? sql`true`})`;

/** A member of staff as patients may know her: her name; nobody if she is the owner. */
const named = (
  whose: CopySubject,
  id: SQL,
): SQL => sql`(select ${localizedColumn(whose, sql`n.name`, sql`s.name_ar`)}
  from users n left join staff s on s.user_id = n.id
  where n.id = ${id} and n.erased_at is null and ${isSeen(whose, sql`n.id`)})`;

const at = (column: SQL): SQL => sql`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
const service = (whose: CopySubject) => localizedColumn(whose, sql`v.name`, sql`v.name_ar`);
const branch = (whose: CopySubject) => localizedColumn(whose, sql`l.name`, sql`l.name_ar`);

type CopyPartQuery = (whose: CopySubject) => SQL;

/** Each part of the copy that is one query; its rows are shown field by field. */
const copyPartQueries: Record<Exclude<CopyPart, 'account' | 'messages'>, CopyPartQuery> = {
  file: ({ person }) => sql`
    select birth_date::text as "birthDate", paper_file as "paperFile", nullif(note, '') as note
    from patient_files
    where patient_id = ${person.id}`,
  signIn: ({ person }) => sql`
    select 'password' as way, null as name, changed_at as since, null as "lastUsed" from credentials
      where user_id = ${person.id}
    union all select 'passkey', name, created_at, used_at from passkeys where user_id = ${person.id}
    union all select 'authenticator', null, confirmed_at, null from one_time_secrets
      where user_id = ${person.id} and confirmed_at is not null
    union all select provider, subject, null, null from identities where user_id = ${person.id}`,
  devices: ({ person }) => sql`
    select created_at as since, seen_at as "lastUsed", host(ip) as address, user_agent as browser
    from sessions where user_id = ${person.id} order by created_at`,
  family: (whose) => sql`
    select case when g.guardian_id = ${whose.person.id} then 'caresFor' else 'caredForBy' end as way,
      u.name, g.relation, g.birth_year as "birthYear", g.since, g.until
    from guardians g join users u
      on u.id = case when g.guardian_id = ${whose.person.id} then g.patient_id else g.guardian_id end
    where ${whose.person.id} in (g.patient_id, g.guardian_id) order by g.id`,
  visits: (whose) => sql`
    select ${at(sql`a.local_start`)} as "time", ${at(sql`a.local_end`)} as "until",
      ${branch(whose)} as branch, ${service(whose)} as service,
      ${named(whose, sql`a.doctor_id`)} as doctor, a.status, a.notes as note, a.created_at as "bookedAt",
      r.ticket, r.here_at as "saidHere", r.arrived_at as arrived, r.called_at as called,
      r.seen_at as seen, r.left_at as "left",
      n.marked_at as missed, n.excused_at as excused, n.said as "saidWhy"
    from appointments a join locations l on l.id = a.location_id join services v on v.id = a.service_id
      left join arrivals r on r.appointment_id = a.id
      left join no_shows n on n.appointment_id = a.id and a.status in (${statusList(statusesOf('missed'))})
    where a.patient_id = ${whose.person.id} order by a.local_start, a.id`,
  sharedNotes: (whose) => sql`
    select n.at, ${localizedColumn(whose, sql`n.signed_name`, sql`n.signed_name_ar`)} as by, n.text as note
    from shared_notes s join clinical_notes n on n.id = s.note_id
    where n.patient_id = ${whose.person.id} order by n.at, n.id`,
  consents: (whose) => sql`
    select c.given_at as at, c.lang as locale, c.at_desk as "atDesk", ${named(whose, sql`c.given_by`)} as by,
      c.withdrawn_at as withdrawn, (select string_agg(concat_ws(E'\n',
          coalesce(case c.lang when 'ar' then nullif(p ->> 'headingAr', '') end, p ->> 'heading'),
          coalesce(case c.lang when 'ar' then nullif(p ->> 'bodyAr', '') end, p ->> 'body')),
        E'\n\n' order by n) from jsonb_array_elements(v.body -> 'sections') with ordinality s(p, n)) as text
    from consents c join content_versions v on v.id = c.content_id
    where c.user_id = ${whose.person.id} order by c.id`,
  wishes: (whose) => sql`
    select w.created_at as at, w.state as outcome, w.from_date::text as "from", w.to_date::text as "to",
      w.parts, (select ${service(whose)} from services v where v.id = w.service_id) as service,
      ${named(whose, sql`w.doctor_id`)} as doctor,
      (select ${at(sql`a.local_start`)} from appointments a where a.id = w.appointment_id) as "time"
    from wishes w where w.patient_id = ${whose.person.id} order by w.id`,
  offers: (whose) => sql`
    select o.created_at as at, ${at(sql`o.local_start`)} as "time", ${branch(whose)} as branch,
      ${service(whose)} as service, ${named(whose, sql`o.doctor_id`)} as doctor, o.state as outcome,
      o.answered_at as answered, o.called_at as called, o.said
    from offers o join locations l on l.id = o.location_id join services v on v.id = o.service_id
    where o.patient_id = ${whose.person.id} order by o.id`,
  displaced: (whose) => sql`
    select ${at(sql`d.local_start`)} as "time", ${branch(whose)} as branch, d.called_at as called,
      d.said, d.reminded_at as reminded
    from displaced d join locations l on l.id = d.location_id
    where d.patient_id = ${whose.person.id} order by d.id`,
  calls: (whose) => sql`
    select distinct on (u.notice_id, u.location_id) ${at(sql`u.local_start`)} as "time", ${branch(whose)} as branch,
      u.called_at as called, u.said
    from unreached u join locations l on l.id = u.location_id
    where u.patient_id = ${whose.person.id} order by u.notice_id, u.location_id, u.called_at nulls last,
      u.id`,
  replies: ({ person }) => sql`
    select created_at as at, case way when 'form' then 'email' else way end as way,
      coalesce(phone, email) as address, message as text, answer from contact_messages
    where patient_id = ${person.id} order by id`,
  push: ({ person }) => sql`
    select created_at as since, split_part(endpoint, '/', 3) as address from push_subscriptions
    where user_id = ${person.id} order by created_at`,
  imported: ({ person }) => sql`
    select i.created_at as at, i.headings, r.cells from import_rows r join imports i on i.id = r.import_id
    where r.patient_id = ${person.id} order by r.import_id, r.n`,
  browser: ({ person }) => sql`
    select at, type as what, page, text, details from client_logs
    where user_id = ${person.id} order by at, id`,
  // Alerts are for doctors only, and so is their existence.
  trail: (whose) => sql`
    select e.at, e.action, case when e.actor_id = ${whose.person.id} then 'you'
        when e.actor_id is null or not ${isSeen(whose, sql`e.actor_id`)} then 'clinic'
        when e.actor_role in ('patient', 'user') then 'guardian' else e.actor_role end as role,
      case when e.actor_id <> ${whose.person.id} then ${named(whose, sql`e.actor_id`)} end as by
    from events e
    where (${isRecordNumberOf(sql`e.patient_id`, whose.person.id)} or e.actor_id = ${whose.person.id})
      and (e.patient_id is null or ${isRecordNumberOf(sql`e.patient_id`, whose.person.id)}) and e.subject <> 'alerts'
    order by e.id`,
};

/** Empty fields are left out. */
const dropEmptyFields = (row: DataRow): DataRow =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

function toAccountRow({ person, reference }: CopySubject): DataRow {
  const { name, username, email, phone, secondaryPhone, locale, channels, reach, createdAt } = person;
  const { emailConfirmedAt, phoneConfirmedAt } = person;
  const kept = { name, reference, username, email, emailConfirmedAt, locale, channels, since: createdAt };
  return {
    ...kept,
    phone: phone && formatPhone(phone),
    phoneConfirmedAt,
    secondaryPhone: secondaryPhone && formatPhone(secondaryPhone),
    calls: reach?.calls ?? null,
    ringsFrom: reach?.hours?.from ?? null,
    ringsTo: reach?.hours?.to ?? null,
  };
}

async function messageRows(db: Db, { person, head }: CopySubject): Promise<DataRow[]> {
  const sent = await listMessagesSentTo(db, head, person.id);
  return sent.map(({ channel, address, subject, body, state, createdAt }) => {
    return { at: createdAt, way: channel, address, subject, text: body, outcome: state };
  });
}

/** All stored data of a person that she may know, part by part. */
export async function loadPersonData(db: Db, whose: CopySubject): Promise<OwnData> {
  const data: Partial<Record<CopyPart, DataRow[]>> = { account: [dropEmptyFields(toAccountRow(whose))] };
  for (const [part, ask] of Object.entries(copyPartQueries) as [CopyPart, CopyPartQuery][]) {
    const { rows } = await db.execute<Record<string, unknown>>(ask(whose));
    data[part] = rows.map(dropEmptyFields);
  }
  data.messages = (await messageRows(db, whose)).map(dropEmptyFields);
  return data as OwnData;
}
