-- The message that a chat message replies to. Both together are its key; it may have been deleted.
alter table chat_message add column reply_to uuid, add column reply_to_time bigint;

-- Pages do not show messages up to this time, which are older than those that a clear hid.
alter table chat_settings add column cleared_until bigint not null default 0;
