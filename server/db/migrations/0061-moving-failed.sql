-- That it could not be written is said once nobody tries any more: who works at the third try has not failed.
alter table movings add column failed_at timestamptz;
update movings set failed_at = now() where ready_at is null and attempts >= 3;
