#!/bin/sh
# Runs once, when the database volume is empty: two roles and the clinic's database.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d postgres -v app="$DATABASE_PASSWORD" -v owner="$OWNER_PASSWORD" <<'SQL'
create role hakima_owner login createdb password :'owner';
create role hakima login password :'app';
create database hakima owner hakima_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
SQL
