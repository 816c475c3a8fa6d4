-- When `onair backup` last wrote its file to the end, in system time.
alter table installation add column last_backup_at bigint;
