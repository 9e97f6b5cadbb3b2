do $$ begin
  assert not exists (select from share where source_kind = 'load' and payer_id is null),
    'a share of a load has no payer';
end $$;
