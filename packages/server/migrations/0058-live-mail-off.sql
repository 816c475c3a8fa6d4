-- People who get no mails about the lives of followed channels, and notices in their browsers alone.
create table live_mail_off (
  channel_id text primary key references account on delete cascade
);
