-- Who waits for a time that is not free: of a service, within dates, in the parts of the day that suit her.
-- A wish has either a visit that shall come sooner, or the service that a new one would be for.

alter table wishes alter column appointment_id drop not null;
alter table wishes
  add column service_id int references services,
  add column doctor_id int references users,
  add column doctor_wish text not null default 'any' check (doctor_wish in ('any', 'woman', 'named')),
  add column from_date date,
  add column to_date date,
  add column parts text[] not null default '{}' check (parts <@ array['morning', 'afternoon', 'evening']),
  add column made_by int references users on delete set null,
  add constraint wishes_kind_check check ((appointment_id is null) = (service_id is not null)),
  add constraint wishes_dates_check check (
    service_id is null or (from_date is not null and to_date is not null and from_date <= to_date)),
  add constraint wishes_doctor_check check ((doctor_wish = 'named') = (doctor_id is not null));
-- Asked for again it is the same wish, in the place that it has.
create unique index wishes_waiting_for on wishes (patient_id, service_id)
  where state = 'waiting' and service_id is not null;
create index wishes_in_order on wishes (created_at, id) where state = 'waiting';
