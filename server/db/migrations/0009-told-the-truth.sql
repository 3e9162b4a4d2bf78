-- What a patient is told before and after she books: where, how to find it, what happens, what to bring.

alter table locations
  add column landmark text,
  add column landmark_ar text,
  add column whatsapp text,
  add column auto_confirm boolean not null default false;

alter table services
  add column what_happens text,
  add column what_happens_ar text,
  add column bring text,
  add column bring_ar text,
  add column price_from integer check (price_from >= 0);
