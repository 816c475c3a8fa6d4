create index session_listed on session (client_id, owner_channel_id, connected_at desc, key desc)
  where connected_at is not null;
