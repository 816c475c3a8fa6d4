-- The word for which the site put a message into the reports. Null: people reported it.
alter table report_case add word text;

-- Whether an operator lets a person stream while the site asks for that.
alter table account add may_stream boolean not null default false;

-- The channels whose names others may not imitate, beside those of the people who run the site.
create index on channel (id) where verified_mark;
