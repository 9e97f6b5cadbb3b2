select pg_temp.has('rule', 'impersonation.impersonation_changes_check impersonation.impersonation_changes_reason_check
  impersonation.impersonation_changes_allowed_by_fkey');
select pg_temp.has('function', 'find_impersonated');
