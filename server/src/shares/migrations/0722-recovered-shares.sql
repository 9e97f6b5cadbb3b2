-- A share that its owner owed as a whole was paid and recovered by its settlement, without a record of what was recovered of
-- it. Migration 0721 recorded what was owed of each, so what these settlements recovered is recorded too: else the shares
-- would be recovered a second time. On a new database there are no settlements yet.
do $$ begin
  if to_regclass('settlement') is not null then
    update share set recovered_cents = share.owed_left_cents
      from settlement where settlement.id = share.settlement_id and settlement.status = 'paid'
        and share.owed_left_cents > 0 and share.recovered_cents = 0;
  end if;
end $$;
