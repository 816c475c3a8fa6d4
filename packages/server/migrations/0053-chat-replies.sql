-- The message that a chat message replies to. Both together are its key; it may have been deleted.
alter table chat_message add column reply_to uuid, add column reply_to_time bigint;
