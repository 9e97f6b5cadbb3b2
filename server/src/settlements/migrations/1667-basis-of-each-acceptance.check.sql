select pg_temp.has('function', 'basis_of_shares');
do $$ begin
  assert not exists (select from share s join load l on l.id = s.source_id and l.accepted_at = s.accepted_at
    where s.source_kind = 'load' and s.basis is null), 'a share of a present acceptance has no gross';
end $$;
