-- Calls whose credentials nobody knows have a share of their own.
alter table inspector_record add column of_stranger boolean not null default false;
create index inspector_record_stranger on inspector_record (position) where of_stranger;
