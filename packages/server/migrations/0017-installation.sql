-- What belongs to this database for its whole life. mode: of the first start, null before it. sealed_data_key: a random
-- key, sealed with the program key; unsealing it proves that the program key is the right one.
create table installation (
  singleton boolean primary key default true check (singleton),
  mode text check (mode in ('sandbox', 'production')),
  sealed_data_key bytea not null
);
