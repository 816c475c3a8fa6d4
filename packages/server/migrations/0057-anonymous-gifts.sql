-- A gift whose giver is not named.
alter table subscription_gift add column anonymous boolean not null default false;
