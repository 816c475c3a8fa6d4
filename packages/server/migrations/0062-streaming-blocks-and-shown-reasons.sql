-- Why a person is suspended, in the words that the person reads at sign-in. `reason` is for the people who run the site.
alter table suspension add shown_reason text;

-- Why a person may not go live since the site ended a live, and until when: null, until somebody lifts it.
-- Without a reason there is no block.
alter table live_setting add block_reason text, add block_ends_at bigint;
