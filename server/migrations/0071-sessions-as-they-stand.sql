-- Each subscription has a number of its own, so that one that ended and one that came in its place are told apart.
alter table session_subscription add column id bigint generated always as identity;
