alter table app
  add column warned_at bigint,
  add column deleted_at bigint,
  add column restored_at bigint;
create index on app (deleted_at) where deleted_at is not null;

-- When the sweep of idle applications last looked, and what time went by that nobody saw pass.
create table idle_sweep (
  singleton boolean primary key default true check (singleton),
  last_run_at bigint
);
insert into idle_sweep default values;
create table unobserved_time (
  began_at bigint primary key,
  ended_at bigint not null
);
