-- A doctor has a page on the site where the clinic says so; what it says of her stands beside her account.
alter table staff
  add column on_site boolean not null default false,
  add column languages text[] not null default '{}',
  add column about text not null default '',
  add column about_ar text;
