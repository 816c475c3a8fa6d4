-- Until when a person keeps the name that somebody who runs the site chose, in platform time.
alter table account add column name_locked_until bigint;
