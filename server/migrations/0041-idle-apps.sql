alter table app
  add column warned_at bigint,
  add column deleted_at bigint,
  add column restored_at bigint;
create index on app (deleted_at) where deleted_at is not null;

-- When the sweep of idle applications last looked, and what time went by that nobody saw pass.
create table idle_watch (
  one boolean primary key default true check (one),
  looked_at bigint
);
insert into idle_watch default values;
create table unseen_time (
  began_at bigint primary key,
  ended_at bigint not null
);
