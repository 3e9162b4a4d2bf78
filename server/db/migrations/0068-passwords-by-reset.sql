-- When a password was set by the link of a mail: it opens no lock of visits that stood before it.
alter table credentials add column reset_at timestamptz;
