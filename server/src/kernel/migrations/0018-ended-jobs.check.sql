do $$ begin
  assert not exists (select from job where name = 'treasury.reconciliation'), 'a job without a handler is left';
end $$;
