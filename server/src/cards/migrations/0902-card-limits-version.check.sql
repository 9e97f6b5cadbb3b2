select pg_temp.has('column', 'card.limits_version');
