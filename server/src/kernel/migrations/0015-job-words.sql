-- Waiting jobs follow new names: the ledger's blocks are signed, the checks against the issuer are the reconciliation, and
-- what a job carries encrypted is called so.
update job set name = 'ledger.sign' where name = 'ledger.seal';
update job set name = 'treasury.reconciliation' where name = 'treasury.identities';
update job set payload = payload - 'sealed' || jsonb_build_object('encrypted', payload -> 'sealed')
  where name in ('mail.send', 'kyc.screen') and payload ? 'sealed';
