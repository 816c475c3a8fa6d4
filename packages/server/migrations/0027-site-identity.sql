-- The terms and the privacy policy, whose versions are counted together. An empty text withdraws one.
create table site_document (
  version integer primary key,
  kind text not null,
  text text not null,
  must_be_accepted boolean not null,
  created_at bigint not null
);
create index on site_document (kind, version desc);

-- The last version that a person has accepted.
alter table account add accepted_version integer not null default 0;

-- The logo of the site: one row, or none.
create table site_logo (
  id uuid primary key,
  type text not null,
  bytes bytea not null
);
