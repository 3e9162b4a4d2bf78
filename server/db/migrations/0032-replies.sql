-- Replies to texts lie in the inbox beside the letters of the contact form, as messages of their patient.

alter table contact_messages alter column email drop not null;
alter table contact_messages
  add column way text not null default 'form' check (way in ('form', 'sms', 'whatsapp')),
  add column phone text,
  add column patient_id int references users on delete set null,
  add column location_id int references locations on delete set null,
  add column delivery_id text unique,
  add constraint contact_messages_sender_check
    check ((way = 'form' and email is not null) or (way <> 'form' and phone is not null));
create index contact_messages_by_patient on contact_messages (patient_id) where patient_id is not null;
