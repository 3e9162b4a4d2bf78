-- Somebody entered the patient's phone number at a poster; nobody proved to be the patient.
alter table arrivals add column here_by_number boolean not null default false;
