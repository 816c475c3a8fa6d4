create index on app (owner_channel_id);
