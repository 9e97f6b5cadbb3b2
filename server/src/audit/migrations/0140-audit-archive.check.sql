select pg_temp.has('table', 'audit_archive');
select pg_temp.has('history', 'audit_archive');
select pg_temp.has('trigger', 'audit_archive.audit_stays');
select pg_temp.has('function', 'audit_lines audit_leaves');
select pg_temp.has('rule', 'audit_archive.audit_archive_partition_check audit_archive.audit_archive_check
  audit_archive.audit_archive_entries_check audit_archive.audit_archive_last_height_check
  audit_archive.audit_archive_file_check audit_archive.audit_archive_file_hash_check');
