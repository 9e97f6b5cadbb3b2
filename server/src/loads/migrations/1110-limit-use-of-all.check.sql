do $$ begin
  assert not exists (select from load l where not exists (select from load_limit_use u where u.id = l.user_id)),
    'a person with a load has no row for their limits';
end $$;
