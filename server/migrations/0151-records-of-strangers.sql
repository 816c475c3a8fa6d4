-- Calls whose credentials nobody knows have a share of their own.
alter table inspector_record add column is_anonymous boolean not null default false;
create index inspector_record_anonymous on inspector_record (position) where is_anonymous;
