select pg_temp.has('column', 'approval.encrypted_summary');
