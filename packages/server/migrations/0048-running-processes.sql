-- The processes of the platform, each with its last sign of life. One that ends deletes its row; a worker forgets one that
-- was killed after a day.
create table running_process (
  -- The host and the port, so that a process that starts again replaces its row.
  name text primary key,
  roles text not null,
  version text not null,
  is_bus_up boolean not null,
  seen_at_db timestamptz not null
);

-- When `onair backup --copied` last said that the backups are at another place too, in system time.
alter table installation add column last_backup_copy_at bigint;
