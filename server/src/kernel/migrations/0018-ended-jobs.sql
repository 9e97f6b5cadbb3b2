-- Each check of the reconciliation has its own job now.
delete from job where name = 'treasury.reconciliation';
