create table category (
  id text primary key,
  type text not null check (type in ('GAME', 'SPORTS', 'ETC')),
  name_ko text not null,
  name_en text not null,
  poster_image_url text
);

-- Each process keeps the names in memory to search them, and asks this row whether they are still the same.
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

-- The general categories of the specification.
insert into category (id, type, name_ko, name_en) values
  ('general_games', 'GAME', '종합 게임', 'General Games'),
  ('demo_games', 'GAME', '데모 게임', 'Demo Games'),
  ('classic_games', 'GAME', '고전 게임', 'Classic Games'),
  ('sports', 'SPORTS', '스포츠', 'Sports'),
  ('soccer', 'SPORTS', '축구', 'Soccer'),
  ('baseball', 'SPORTS', '야구', 'Baseball'),
  ('talk', 'ETC', '토크', 'Talk'),
  ('asmr', 'ETC', 'ASMR', 'ASMR'),
  ('music', 'ETC', '음악/노래', 'Music/Singing'),
  ('art', 'ETC', '그림/아트', 'Drawing/Art'),
  ('health', 'ETC', '운동/건강', 'Exercise/Health'),
  ('science', 'ETC', '과학/기술', 'Science/Technology'),
  ('current_affairs', 'ETC', '시사/경제', 'Current Affairs/Economy'),
  ('food', 'ETC', '먹방/쿡방', 'Food/Cooking'),
  ('beauty', 'ETC', '뷰티', 'Beauty'),
  ('travel', 'ETC', '여행/캠페인', 'Travel/Campaign')
on conflict (id) do nothing;
