-- Since when an application asks for what it asks for, and a person grants what they grant: null where since they were made.
alter table app add column scopes_changed_at bigint;
alter table user_grant add column scopes_changed_at bigint;
-- Of those that are there nobody knows, so that nothing is concluded about the time before.
update app set scopes_changed_at = (extract(epoch from clock_timestamp()) * 1000)::bigint;
update user_grant set scopes_changed_at = (extract(epoch from clock_timestamp()) * 1000)::bigint;
