select pg_temp.has('rule', 'journal.journal_reverses_one');
