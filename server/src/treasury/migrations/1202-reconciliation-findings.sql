-- A finding is a difference that the reconciliation found in one of the ledger's invariants (R1 to R4 of money §5).
alter table identity_finding rename to reconciliation_finding;
alter table reconciliation_finding rename column identity to invariant;
do $$
declare
  old record;
begin
  for old in
    select conname as name from pg_constraint
    where conrelid = 'reconciliation_finding'::regclass and conname like 'identity\_finding%'
  loop
    execute format('alter table reconciliation_finding rename constraint %I to %I', old.name,
      replace(replace(old.name, 'identity_finding', 'reconciliation_finding'), '_identity_', '_invariant_'));
  end loop;
end $$;
alter index identity_finding_once rename to reconciliation_finding_once;
alter index identity_finding_by_time rename to reconciliation_finding_by_time;
