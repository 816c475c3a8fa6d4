-- What the sweeps look for.
create index on session (disconnected_at) where disconnected_at is not null;
create index on session (ticket_expires_at) where connected_at is null;
create index on slow_mode (last_sent_at);
create index on temporary_restriction (release_at);
