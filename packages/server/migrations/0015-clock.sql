-- Platform time = database time + offset_ms. Lifetimes never go backwards: rewound_ms is the total by which the clock
-- was moved back, monotonic_now the last stored value of the monotonic clock.
create table platform_clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null,
  rewound_ms bigint not null default 0,
  monotonic_now bigint not null default 0
);
insert into platform_clock (offset_ms) values (0);
