-- People who signed up while an operator or moderator approves new accounts. Until then their channel has ended. A refused
-- account is deleted later, so that its mail is still sent. Times are platform time.
create table sign_up_request (
  channel_id text primary key references account on delete cascade,
  text text not null,
  created_at bigint not null,
  refused_at bigint
);
create index on sign_up_request (refused_at) where refused_at is not null;
