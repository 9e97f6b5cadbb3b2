-- The fees of a period by tier are summed over the shares of its days.
create index share_by_acceptance on share (accepted_at);
