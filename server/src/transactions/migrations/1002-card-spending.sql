-- What a card spent in a period is read by the time of its events.
create index payment_event_by_user on payment_event (user_id, occurred_at);
