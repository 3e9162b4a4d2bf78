-- A branch's printed poster is a link as a screen's is: made and ended by staff, kept as a hash. Who follows it
-- says that she is at the branch; it names nobody.

alter table screens add column kind text not null default 'screen' check (kind in ('screen', 'poster'));
