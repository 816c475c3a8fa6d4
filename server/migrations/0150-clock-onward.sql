-- Lifetimes do not go back with the platform's time: how far it was moved back in all, and how far lifetimes have come.
alter table platform_clock add column rewound_ms bigint not null default 0, add column monotonic_now bigint not null default 0;
