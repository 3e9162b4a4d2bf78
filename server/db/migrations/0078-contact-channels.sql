-- Null channels: nobody has chosen; messages follow the phone and the e-mail that are known. The column used
-- to be filled with '{email}', also for people without an e-mail.
alter table users alter column channels drop default;
alter table users alter column channels drop not null;
update users set channels = null where channels = '{email}' and role in ('patient', 'user');

-- The channels for which this server has a gateway, written at every start.
create table gateways (channel text primary key, configured boolean not null);
