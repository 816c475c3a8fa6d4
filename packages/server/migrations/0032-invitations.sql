-- The links by which people sign up while sign-up is by invitation. `expires_at` is monotonic time.
create table invitation (
  id uuid primary key,
  token_hash bytea not null unique,
  uses_left integer not null check (uses_left >= 0),
  created_at bigint not null,
  expires_at bigint not null
);
