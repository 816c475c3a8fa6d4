-- A company that an operator approved; its person may register applications with the drops scope.
create table organization (
  id text primary key,
  name text not null,
  channel_id text references channel on delete set null,
  approved_at bigint not null
);
