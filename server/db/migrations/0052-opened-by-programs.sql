-- What a program reads of a patient by its key is told once a day of the clinic, as what somebody reads is.
create unique index events_opened_once_by_key on events (patient_id, key_id, action, (after ->> 'day'))
  where key_id is not null and action in ('file_opened', 'notes_read');
