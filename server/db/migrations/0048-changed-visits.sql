-- What other programs ask again and again: which visits changed since they last asked.

create index appointments_by_change on appointments (updated_at);
