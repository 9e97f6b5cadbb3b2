-- The last migration that calls this function has run. Later ones call `partition_by_month`.
drop function begin_months(regclass, regclass, name, int);
