select pg_temp.has('column', 'card_call.absent_since card_call.sent_at');
select pg_temp.has_not('column', 'card_call.next_at card_call.reads');
do $$ begin
  assert not exists (select from card_call where called_at is not null and sent_at is null), 'an attempt has no time';
end $$;
