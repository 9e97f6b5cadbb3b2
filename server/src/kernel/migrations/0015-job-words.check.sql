do $$ begin
  assert not exists (select from job where name in ('ledger.seal', 'treasury.identities')), 'a job has its old name';
  assert not exists (select from job where name in ('mail.send', 'kyc.screen') and payload ? 'sealed'),
    'a job carries its value under the old name';
end $$;
