-- People who ask to stream while the site lets only approved people do so. An approval deletes the request. `declined_at` set:
-- somebody who runs the site declined it, for the reason in `answer`; the person may ask again.
create table stream_request (
  channel_id text primary key references account on delete cascade,
  text text not null,
  created_at bigint not null,
  declined_at bigint,
  answer text
);
create index on stream_request (created_at) where declined_at is null;
