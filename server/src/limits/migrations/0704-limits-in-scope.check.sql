select pg_temp.has('function', 'limit_must_be_in_scope set_payin_limit remove_payin_limit');
do $$ begin
  begin
    perform set_payin_limit('{"category": "transfer", "level": 0}', 1, '2026-01-01T00:00:00Z');
    assert false, 'limits are written without a scope';
  exception when insufficient_privilege then null;
  end;
  begin
    perform remove_payin_limit(null, 'transfer', 0, 1);
    assert false, 'limits are removed without a scope';
  exception when insufficient_privilege then null;
  end;
end $$;
