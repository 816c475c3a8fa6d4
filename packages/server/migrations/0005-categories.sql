create table category (
  id text primary key,
  type text not null check (type in ('GAME', 'SPORTS', 'ETC')),
  name_ko text not null,
  name_en text not null,
  poster_image_url text
);

-- Incremented by every change of `category`. Processes cache the names and reload them when the version differs.
create table category_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);
insert into category_version (version) values (1);

create function categories_changed() returns trigger language plpgsql as $$
begin
  update category_version set version = version + 1;
  return null;
end $$;
create trigger categories_changed after insert or update or delete or truncate on category
  for each statement execute function categories_changed();
