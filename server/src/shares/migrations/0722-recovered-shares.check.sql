do $$ begin
  if to_regclass('settlement') is not null then
    assert not exists (select from share join settlement on settlement.id = share.settlement_id
      where settlement.status = 'paid' and share.owed_left_cents > 0 and share.recovered_cents = 0),
      'a share that was paid and recovered is owed';
  end if;
end $$;
